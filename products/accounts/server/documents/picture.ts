/**
 * Pictures are never stored as uploaded. They are decoded to pixels and encoded again, upright, without metadata (place and time of a photograph) or
 * any other content of the file. Only decoders for PNG and JPEG are loaded. Takes the file and its type; returns the new file, or the reason why
 * there is none. Limit: 25 megapixels.
 */
import sharp from 'sharp';

const mostPixels = 25_000_000;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
// A picture is read only once, so nothing is cached. One thread each, because the server has other work.
sharp.cache(false);
sharp.concurrency(1);

type PictureResult =
  | { readonly ok: true; readonly file: Buffer }
  | { readonly ok: false; readonly code: 'file_damaged' | 'file_pixels' };

/** Rewrites a picture to nothing but its pixels. */
export async function rewritePicture(
  file: Buffer,
  mediaType: 'image/png' | 'image/jpeg',
): Promise<PictureResult> {
  const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return { ok: false, code: 'file_pixels' };
    const upright = picture.autoOrient();
    const written = mediaType === 'image/png' ? upright.png() : upright.jpeg({ quality: 90 });
    return { ok: true, file: await written.toBuffer() };
  } catch {
    // A file that the decoder cannot read is not a picture for other readers either.
    return { ok: false, code: 'file_damaged' };
  }
}
