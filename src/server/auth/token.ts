import { createHash, randomBytes } from 'node:crypto'

/**
 * A new opaque secret of 256 random bits. The prefix tells people and secret scanners what they
 * found; it has no other meaning.
 */
export function newToken(kind: 'access' | 'refresh' | 'code' | 'state' | 'invitation' | 'feed'): string {
  return `og${kind[0] ?? ''}_${randomBytes(32).toString('base64url')}`
}

/**
 * The stored form of a token. Plain SHA-256 is enough and can be looked up by index: 256 random
 * bits cannot be guessed, so neither salt nor a slow hash would add anything.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
