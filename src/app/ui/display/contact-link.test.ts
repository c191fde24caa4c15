import { expect, test } from 'vitest'
import { buildContactLink, splitTelephones } from './contact-link.ts'

test.each([
  ['tel', '010-1234-5678', 'tel:01012345678'],
  ['tel', '+82 (0)2 000 0000', 'tel:+82020000000'],
  ['tel', '02-000-0000 / 010-1234-5678', null],
  ['tel', '내선 12', null],
  ['tel', '12', null],
  ['mailto', 'gaon@example.com', 'mailto:gaon@example.com'],
  ['mailto', 'a&b+c@example.com', 'mailto:a%26b%2Bc@example.com'],
  ['mailto', 'a@example.com?subject=b', 'mailto:a@example.com%3Fsubject%3Db'],
  ['mailto', 'a@example.com, b@example.com', null],
  ['mailto', 'a@example.com?bcc=b@example.com', null],
  ['mailto', '없음', null],
] as const)('links %s of %j to %j', (kind, text, link) => {
  expect(buildContactLink(kind, text)).toBe(link)
})

test.each([
  ['전화 02-000-0000, 평일', ['전화 ', '02-000-0000', ', 평일']],
  ['010-1234-5678 또는 1588-0000', ['', '010-1234-5678', ' 또는 ', '1588-0000', '']],
  [
    '2026-11-25, 110-123-456789, 012-34-567890, 2026타경1588-1234-5',
    ['2026-11-25, 110-123-456789, 012-34-567890, 2026타경1588-1234-5'],
  ],
])('finds the telephone numbers in %j', (text, pieces) => {
  expect(splitTelephones(text)).toEqual(pieces)
})
