import { beforeAll, expect, test } from 'vitest'
import { setOffice } from '#app/ui/office/office-profile.ts'
import { newOffice } from '#domain/office/office.ts'
import { buildReplyLink } from './reply-mail.ts'

beforeAll(() => setOffice({ ...newOffice, seal_strokes: [], fees: [], taxes: [] }))

const inquiry = {
  name: '김가온',
  subject: '아파트 매매 & 등기 비용 100%?',
  email: 'gaon@example.com',
  message: '안녕하세요.\n부부 공동명의로 하려고 합니다.',
  received_at: '2026-11-20T03:00:00Z',
}

/** Parses the link like a mail program. */
function read(link: string | null) {
  const { protocol, pathname, search } = new URL(link ?? '')
  const [subject = '', body = ''] = search
    .slice(1)
    .split('&')
    .map((part) => decodeURIComponent(part.slice(part.indexOf('=') + 1)))
  return { protocol, pathname, subject, body }
}

test('addresses the answer to the sender under Re: and quotes the inquiry', () => {
  expect(read(buildReplyLink(inquiry))).toEqual({
    protocol: 'mailto:',
    pathname: 'gaon@example.com',
    subject: 'Re: 아파트 매매 & 등기 비용 100%?',
    body: [
      '김가온 님, 안녕하십니까.',
      '온결 법무사사무소입니다.',
      '',
      '',
      '',
      '----- 2026. 11. 20. 12:00 문의 -----',
      '> 안녕하세요.',
      '> 부부 공동명의로 하려고 합니다.',
    ].join('\r\n'),
  })
})

test('encodes blanks without plus signs', () => {
  expect(buildReplyLink(inquiry)).not.toContain('+')
})

test('cuts a long quotation at the length limit between characters and marks the cut', () => {
  const link = buildReplyLink({ ...inquiry, message: '가나다😀'.repeat(1000) }) ?? ''
  expect(link.length).toBeLessThanOrEqual(2000)
  expect(link.length).toBeGreaterThan(1960)
  const { body } = read(link)
  expect(body).toMatch(/\r\n\(이하 생략\)$/)
  expect(body.isWellFormed()).toBe(true)
})

test.each([null, '', '없음'])('gives no link without an address (%j)', (email) => {
  expect(buildReplyLink({ ...inquiry, email })).toBeNull()
})
