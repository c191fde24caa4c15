import { currentOffice } from '#app/ui/office-facts.ts'
import { officeTitle } from '#domain/office-words.ts'
import { officeMoment } from '#domain/office-moment.ts'
import { reachLink } from '#app/ui/display/reach-link.ts'

export interface AskedInquiry {
  readonly name: string
  readonly subject: string
  readonly message: string
  readonly email: string | null
  readonly received_at: string | null
}

/**
 * Longest address that every mail program takes: Windows hands on 2,048 characters. A letter of Hangul is nine of them, so a long message is quoted as far as it goes.
 */
const maxLinkLength = 2000

/** `mailto:` of the answer to an inquiry (RFC 6068): subject `Re: …`, room to write, and what was asked, quoted. Null without an address to answer to. */
export function answerLink(inquiry: AskedInquiry): string | null {
  const to = inquiry.email === null ? null : reachLink('mailto', inquiry.email)
  if (to === null) return null
  const moment = officeMoment(inquiry.received_at ?? '')
  const when = moment ? `${moment.day.replaceAll('-', '. ')}. ${moment.time}` : ''
  const head = `${to}?subject=${encodeURIComponent(`Re: ${inquiry.subject}`)}&body=`
  const before = `${inquiry.name} 님, 안녕하십니까.\n${officeTitle(currentOffice())}입니다.\n\n\n\n----- ${when} 문의 -----\n`
  const quoted = inquiry.message.split(/\r\n|\r|\n/).map((line) => `> ${line}`)
  return head + fitting(before, quoted.join('\n'), maxLinkLength - head.length)
}

/** As much of the quotation as there is room for, whole letters; where it is cut, it says so. */
function fitting(before: string, quotation: string, room: number): string {
  const whole = encoded(before + quotation)
  if (whole.length <= room) return whole
  const end = encoded('\n(이하 생략)')
  let text = encoded(before)
  for (const letter of quotation) {
    const next = encoded(letter)
    if (text.length + next.length + end.length > room) break
    text += next
  }
  return text + end
}

/** Lines of a mail end in CR LF; a blank is %20, because + would be read as a plus. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll('\n', '\r\n'))
}
