import { expect, test } from 'vitest'
import { siteLinkSchema } from '#contract/chat/answer.ts'
import { createListLink } from './format-answer.ts'

test.each([
  [3, '공탁 사건에서 같은 조건으로 열기'],
  [500, '공탁 사건 열기'],
])('a list of %i names has a link that opens', (count, label) => {
  const values = Array.from({ length: count }, (_, index) => `홍길동 외 ${index + 1}명`)
  const filters = [{ op: 'one_of' as const, field: 'owner_name', values }]
  const link = createListLink('deposit-cases', { filters, search: '', sort: [] }, null)
  expect(siteLinkSchema.parse(link).label).toBe(label)
})
