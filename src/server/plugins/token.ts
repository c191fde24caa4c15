import { createHash, randomBytes } from 'node:crypto'

/** A new opaque secret of 256 random bits. The prefix tells people and secret scanners what they found; it carries no meaning. */
export function newToken(kind: 'access' | 'refresh' | 'code' | 'state' | 'invitation'): string {
  return `og${kind[0] ?? ''}_${randomBytes(32).toString('base64url')}`
}

/**
 * What the database keeps of a token. Plain sha-256 is enough, and can be looked up by index: there is nothing to guess in 256 random bits,
 * so neither salt nor a slow hash would add anything.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
