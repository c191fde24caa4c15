/**
 * Data encrypted on a device for the server: ECDH on P-256 with a one-time key, HKDF-SHA-256,
 * AES-256-GCM. The box is base64url of the one-time public key (65 bytes) and the ciphertext.
 * Encrypted in src/mirror/vault/seal-to-server.ts, decrypted in
 * src/server/person-numbers/sealed-numbers.ts.
 */
export interface SealedBox {
  /** Id of the server key it is encrypted to. */
  readonly keyId: string
  readonly box: string
}

/**
 * Context of the key derivation, in addition to the two public keys, so that a box made for one
 * purpose does not open as another.
 */
export interface BoxLabel {
  readonly purpose: string
  /** What the box belongs to; it cannot be opened under another name. */
  readonly name: string
}
