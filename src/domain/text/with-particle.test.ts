import { expect, test } from 'vitest'
import { withParticle } from './with-particle.ts'

test.each([
  ['온결 법무사사무소', '온결 법무사사무소는', '온결 법무사사무소가'],
  ['법무사법인 가온', '법무사법인 가온은', '법무사법인 가온이'],
  ['법무사 김가온 사무소(본점)', '법무사 김가온 사무소(본점)은', '법무사 김가온 사무소(본점)이'],
  ['ABC', 'ABC는', 'ABC가'],
])('%s gets the particle of its last letter', (name, topic, subject) => {
  expect([withParticle(name, '은/는'), withParticle(name, '이/가')]).toEqual([topic, subject])
})
