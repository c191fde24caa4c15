import { expect, test } from 'vitest'
import { createSiteSearch } from '#domain/site-search/site-matches.ts'
import { listGroups } from './site-search-groups.ts'

const search = createSiteSearch([
  { page: '문의하기', heading: '전화와 방문', href: '/contact#reach', text: '전화: 02-000-0000' },
  { page: '공탁 서비스', heading: '변제공탁', href: '/services/deposit', text: '공탁하여 빚을 면합니다.' },
])
const listHrefs = (text: string) =>
  listGroups(search(text), { typed: text, text, telephone: '02-000-0000' }).flatMap(({ items }) =>
    items.map(({ href }) => href),
  )

test.each(['바나나우유', '전화번호', '연락처', '공탁', 'asdfqwer', '전화 바나나'])(
  'the first line of %s, which Enter opens, does not dial',
  (text) => {
    const hrefs = listHrefs(text)
    expect(hrefs[0]).toMatch(/^\//)
    expect(hrefs).toContain('tel:02-000-0000')
  },
)

test('what finds nothing leads to a person first', () => {
  expect(listHrefs('바나나우유').slice(0, 3)).toEqual([
    '/contact',
    'tel:02-000-0000',
    expect.stringMatching(/^\/features/),
  ])
})

test('the line to call follows the page that names the telephone', () => {
  expect(listHrefs('전화번호').slice(0, 2)).toEqual(['/contact#reach', 'tel:02-000-0000'])
})
