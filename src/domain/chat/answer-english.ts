import { translateEnglish } from '#domain/site-search/read-english.ts'
import type { EngineStep, Knowledge } from './knowledge.ts'

/**
 * Answers a question in English: the hours, the telephone and the way to ask are said, and for the
 * rest there are the Korean pages that its words find.
 */
export async function* answerEnglish(
  question: string,
  { pages, contact }: Pick<Knowledge, 'pages' | 'contact'>,
): AsyncGenerator<EngineStep> {
  const translated = translateEnglish(question)
  const found = translated === '' ? [] : await pages.search(translated, 3)
  const texts = topics.filter(({ words }) => words.test(translated)).map(({ text }) => text)
  // The line about the telephone and the hours answers a question for these.
  const isAboutReach = /english/i.test(question) || /^(?:상담 시간|전화번호| )+$/.test(translated)
  const pointer =
    texts.length === 0 && found.length > 0 && !isAboutReach
      ? 'These pages, which are in Korean, may answer your question.'
      : ''
  const reach = contact
    ? `This office answers in Korean. Please call ${contact.telephone}. Hours: ${translateHours(contact.hours)}.`
    : 'This office answers in Korean. Please call or leave a message.'
  const text = [...texts, pointer, reach].filter(Boolean).join(' ')
  const isAnswered = texts.length > 0 || found.length > 0 || isAboutReach
  yield { kind: 'delta', text: isAnswered ? text : `${notFound} ${describeCall(contact)}\n\n${text}` }
  const links = [...new Map(found.map(({ link }) => [link.href, link])).values()]
  if (links.length > 0) yield { kind: 'part', part: { kind: 'sources', title: '출처', links } }
  yield { kind: 'part', part: { kind: 'sources', title: '문의', links: [{ label: '문의하기', href: '/contact' }] } }
}

/** What can be said in a sentence, by the Korean words of the question. */
const topics: readonly { readonly words: RegExp; readonly text: string }[] = [
  { words: /사무소 위치/, text: 'Our address is on the page below.' },
  { words: /비용/, text: 'The fee depends on the work: you get an itemized estimate before we begin.' },
  {
    words: /사무소 소개/,
    text: 'We register real estate and companies, make court deposits and prepare court papers.',
  },
  { words: /예약/, text: 'Please call before you visit.' },
]

/** The hours of an office in Korea, 평일 09:00–18:00 (토·일·공휴일 휴무). */
function translateHours(hours: string): string {
  return hoursWords.reduce((text, [korean, english]) => text.replaceAll(korean, english), hours)
}

const hoursWords = [
  ['평일', 'weekdays'],
  ['토·일·공휴일 휴무', 'closed on weekends and holidays'],
  ['토요일', 'Saturday'],
  ['일요일', 'Sunday'],
  ['공휴일', 'holidays'],
  ['주말', 'weekends'],
  ['점심시간', 'lunch break'],
  ['오전', 'a.m.'],
  ['오후', 'p.m.'],
  ['휴무', 'closed'],
] as const

function describeCall(contact: Knowledge['contact']): string {
  return contact ? `전화 ${contact.telephone} 또는 문의로 물어봐 주세요.` : '전화나 문의로 물어봐 주세요.'
}

const notFound = '공개된 안내에서 답을 찾지 못했습니다.'
