import { expect, test } from 'vitest'
import { pickParticle } from './pick-particle.ts'

test.each([
  ['100', '이'],
  ['2', '가'],
  ['503', '이'],
  ['559-32', '가'],
  ['1억', '이'],
  ['제3공구', '가'],
  ['보상2부(본사)', '가'],
  ['XML', '이'],
  ['PDF', '가'],
  ['', '가'],
])('‘%s’%s', (word, particle) => {
  expect(pickParticle(word, '이/가')).toBe(particle)
})
