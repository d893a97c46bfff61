/** The example of RFC 8291, appendix A, byte for byte. */
import { expect, it } from 'vitest';
import { encryptFor, isCurvePoint } from './encryption.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

it('encrypts the example of RFC 8291 exactly as printed there', () => {
  const body = encryptFor(
    {
      publicKey: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    Buffer.from('When I grow up, I want to be a watermelon'),
    0,
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  );
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('hides how long a text is', () => {
  const body = (text: string) =>
    encryptFor(
      {
        publicKey: bytes(
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        ),
        secret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
      },
      Buffer.from(text),
      1_024,
    ).length;
  expect(body('1.00 €')).toBe(body('1 000 000.00 €'));
});

it('distinguishes a point of the curve from other bytes', () => {
  expect(isCurvePoint(Buffer.alloc(65, 4))).toBe(false);
});
