/** The part of `http_ece` that we use; the package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** RFC 8188 with `aes128gcm` and the keys of RFC 8291, in records of 4,096 bytes. */
  export function encrypt(
    plain: Buffer,
    options: {
      /** The receiver's public key. */
      readonly dh: Buffer;
      readonly authSecret: Buffer;
      readonly privateKey: ECDH;
      /** Random if undefined. */
      readonly salt?: Buffer | undefined;
      /** Bytes of padding. */
      readonly pad: number;
    },
  ): Buffer;
}
