/**
 * Something closed on a device so that only the server opens it: ECDH on P-256 with a one-time key, HKDF-SHA-256, AES-256-GCM. The box is base64url of the one-time
 * public key (65 bytes) and the encrypted bytes. The device's side is src/mirror/vault/seal-to-server.ts, the server's src/server/numbers/sealed-boxes.ts.
 */
export interface SealedBox {
  /** Which of the server's keys it is sealed to. */
  readonly keyId: string
  readonly box: string
}

/** What the key of a box is derived for, beside the two public keys: nothing sealed for one thing opens as another. */
export interface BoxLabel {
  readonly purpose: string
  /** What it belongs to: moved elsewhere, it cannot be opened. */
  readonly name: string
}
