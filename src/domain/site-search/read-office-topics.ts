import type { SiteSection } from '#contract/site/site-sections.ts'

/** What people ask about the office itself, whatever their matter is. */
export type OfficeTopic = keyof typeof officeTopics

interface OfficeEntry {
  readonly words: RegExp
  /** What the section says that answers it. */
  readonly evidence: RegExp
}

/** The text is in standard spelling, without punctuation. */
const officeTopics = {
  hours: {
    words:
      /(?<=(?:주소|위치|번호|연락처)(?:이?랑|와|과|하고) ?)시간|(?<!걸리는 ?|소요 ?)시간(?=(?:이랑|과|하고) ?(?:주소|위치|전화|연락처))|(?:영업|상담|운영|근무|업무|오픈) ?시간(?![은이도]? ?(?:얼마나|오래|걸))|몇 ?시(?:까지|부터|에)[가-힣]*(?: ?문[을은]?)?(?: ?(?:닫|열|여)[가-힣]*)?|(?<= |^)(?:토요일|일요일|주말|공휴일|휴일|연휴|명절|설날|추석|크리스마스|성탄절|어린이날|삼일절|현충일|광복절|개천절|한글날|석가탄신일|부처님 ?오신 ?날|평일|저녁|점심 ?시간)(?:에는|에|은|도)*(?: ?(?:문 ?)?(?:열|여|하|해|되|돼|영업|상담|근무|가능)[가-힣]*)?(?=[이하랑와과,요]| |$)/g,
    evidence: /상담 시간:/,
  },
  place: {
    words:
      /^(?:그럼 ?|그러면 ?)?(?:여기 ?)?주소(?:[는은가를도]|는요|요)?(?: ?(?:좀|뭐|어디|어떻게|알려|가르쳐)[가-힣 ]{0,12})?$|(?<= |^)(?:사무[실소] ?)?(?:위치|약도|오시는 ?길)(?=[는은이가를을도요랑하와]| |$)|사무[실소][은는이가의]? ?(?:주소|어디)|(?<=(?:시간|번호|연락처|주차)(?:이?랑|과|와|하고|도)? ?)주소|주소(?=(?:랑|와|하고) ?(?:전화|연락처|영업|상담|시간|번호|주차))|(?<= |^)(?:지하철|전철|버스|대중교통)(?:역|정류장)?[이에은는도]?(?:서|에서)?(?= ?(?:가까|근처|멀|몇|어느|어디|$))/g,
    evidence: /주소:/,
  },
  telephone: {
    words:
      /^(?:그럼 ?|그러면 ?)?(?:전화|팩스)(?: ?번호)?(?:[는은가를도]|는요|요)?(?: ?(?:좀|뭐|알려|가르쳐)[가-힣 ]{0,12})?$|전화 ?번호|(?<= |^)연락처|(?<=(?:주소|위치|시간)(?:이?랑|와|과|하고) ?)전화|(?<= |^)번호[는를을]? ?(?:좀 ?)?(?:주[세시실]|알려|가르쳐|뭐|몇)/g,
    evidence: /전화:/,
  },
  parking: { words: /(?<= |^)주차(?! ?(?:비|료|요금))/g, evidence: /주차 자리/ },
  booking: { words: /(?<!매매 ?)예약(?! ?판매)/g, evidence: /시간을 먼저 정해/ },
  consulting: { words: /상담 ?(?:료|비용?|요금|수수료)/g, evidence: /상담료/ },
} as const satisfies Readonly<Record<string, OfficeEntry>>

const topicNames = Object.keys(officeTopics) as readonly OfficeTopic[]

/** The topics a text asks for, in its order, and the text without their words. */
export function readOfficeTopics(text: string): { topics: OfficeTopic[]; rest: string } {
  const topics = topicNames
    .map((topic) => ({ topic, index: text.search(officeTopics[topic].words) }))
    .filter(({ index }) => index !== -1)
    .toSorted((a, b) => a.index - b.index)
  const rest = topics.reduce((left, { topic }) => left.replace(officeTopics[topic].words, ' '), text)
  return { topics: topics.map(({ topic }) => topic), rest }
}

/** The sections of the office's own pages that answer these topics, as few as possible. */
export function findOfficeSections(topics: readonly OfficeTopic[], sections: readonly SiteSection[]): SiteSection[] {
  const own = sections.filter(({ href }) => /^\/(?:contact|about)#/.test(href))
  // The address comes first: the section with it mostly has the hours and the telephone too.
  const placeFirst = topics.toSorted((a, b) => Number(b === 'place') - Number(a === 'place'))
  const found = new Set<SiteSection>()
  for (const topic of placeFirst) {
    const { evidence } = officeTopics[topic]
    const answers = (section: SiteSection) => evidence.test(`${section.heading} ${section.text}`)
    const section =
      [...found].find(answers) ??
      (topic === 'place' ? own.find((one) => /길/.test(one.heading) && answers(one)) : undefined) ??
      own.find((one) => one.href.startsWith('/contact') && answers(one)) ??
      own.find(answers)
    if (section) found.add(section)
  }
  return [...found]
}
