import { expect, test } from 'vitest'
import { challengeOf, newVerifier } from './sign-in-secret.ts'

test('computes the challenge of RFC 7636, appendix B', async () => {
  const challenge = await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('creates a new secret each time, in the shape the server accepts', () => {
  const secrets = new Set(Array.from({ length: 100 }, newVerifier))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})
