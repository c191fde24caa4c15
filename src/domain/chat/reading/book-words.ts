import type { CollectionName } from '#contract/books/collections.ts'

/**
 * The books that can be asked about, and the words for their records. 사건 alone means both case
 * books.
 */
export const bookWords: readonly { readonly collection: CollectionName; readonly pattern: RegExp }[] = [
  {
    collection: 'real-estate',
    pattern:
      /(?:부동산\s*)?등기\s*(?:사건|건(?!수)|업무|장부)|등기(?=(?:랑|와|하고|,|\s*및|·)\s*공탁)|등기(?<=공탁(?:이랑|과|하고|,|\s*및|·)\s*등기)(?!\s*(?:접수|예정|필증|목적|우편))|등기(?=의\s|들(?:의|을|은|이)?\s|\s*(?:중에|중(?=\s)|가운데)|[는가도]\s+(?:전부|총|모두|몇|얼마))|등기(?!.*문의)(?=\s+(?:보수|비용|매출|공과금|건수|수(?:는|가)?(?=\s|$))|\s+(?:있[어는나니]|없[어나니는]|뭐|보여|알려|목록|리스트|찾아|현황|몇|얼마)|\s{2,}|\s*$)|사건부|부동산\s*(?:사건|건(?!수))|부동산\s*등기/,
  },
  { collection: 'deposit-cases', pattern: /공탁\s*(?:사건|건(?!수)|데이터|업무|장부)?/ },
  { collection: 'quick-deliveries', pattern: /퀵\s*(?:서비스|기록|배송|배달|비(?:용)?[로는은가]?(?=\s)|값)?|배송/ },
  {
    collection: 'leave-requests',
    pattern: /휴가\s*(?:신청|자)?|연차|(?=반차|병가)|쉬는\s*(?:사람|분|직원)|(?=쉬시는|쉬나|쉬지|쉬어|쉬니|쉬냐)/,
  },
  {
    collection: 'card-usage',
    pattern:
      /(?<=주유|교통|통신|회식|접대|주차|택배)비(?=[로는은가]?\s)|(?:점심|저녁|밥)\s*(?:값|식대|식비)(?:으로|에)?|식대|식비|(?:법인)?카드\s*(?:사용\s*(?:내역|금액|액)?|내역|값|대금)?/,
  },
  { collection: 'inquiries', pattern: /(?:상담\s*)?문의\s*(?:함|글|건(?!수)|사항)?/ },
  { collection: 'real-estate-units', pattern: /세대|동\s*호수/ },
  { collection: 'applications', pattern: /(?:등기)?신청서/ },
  {
    collection: 'addresses',
    pattern: /부동산\s*주소|주소(?=(?:는|은|가|이)?\s*(?:(?:총|전체|모두)\s*)?(?:목록|리스트|수(?=\s|$)|몇|건|중|$))/,
  },
  { collection: 'companies', pattern: /(?<!신탁\s?|주식)회사|업체/ },
  { collection: 'managers', pattern: /관리자|연락처|전화\s*번호|휴대폰|이메일/ },
]

/** What a question calls a record of the book. */
export const bookNouns: Partial<Record<CollectionName, string>> = {
  'real-estate': '등기 사건',
  'deposit-cases': '공탁 사건',
  'quick-deliveries': '퀵',
  'leave-requests': '휴가',
  'card-usage': '카드',
  inquiries: '문의',
  'real-estate-units': '세대',
  applications: '신청서',
  addresses: '부동산 주소',
  companies: '회사',
  managers: '관리자',
}

/** Either case book. */
export const casesPattern = /사건(?!부)|접수\s*건|건(?=\s|들|은|이|을|만|중|\?|$)/

export const caseBooks = ['deposit-cases', 'real-estate'] as const satisfies readonly CollectionName[]

/** The fields a question means when it names none. */
interface DefaultFields {
  /** 10월 사건: the day field. */
  readonly day?: string
  /** 금액: the field to add up. */
  readonly amount?: string
  /** Paths whose values identify words of a question (한강대교, 박서준), likelier ones first. */
  readonly named: readonly string[]
  /** The field of the land's owner. */
  readonly owner?: string
  /** 담당자별, 누구: the field of the person. */
  readonly person?: string
}

export const defaultFields: Partial<Record<CollectionName, DefaultFields>> = {
  'deposit-cases': {
    day: 'created_at',
    amount: 'fees',
    owner: 'owner_name',
    person: 'business_manager',
    named: ['business_section', 'business_manager', 'purpose', 'regi_office'],
  },
  'real-estate': {
    day: 'created_at',
    amount: 'fees',
    owner: 'owner',
    person: 'group_id.manager',
    named: [
      'group_id.name',
      'group_id.manager',
      'purpose',
      'group_id.region',
      'group_id.trust_corporate_name',
      'group_id.office',
      'group_id.type',
    ],
  },
  'quick-deliveries': { day: 'created_at', amount: 'amount', person: 'rider', named: ['rider'] },
  'leave-requests': { day: 'startDate', person: 'requester_name', named: ['requester_name'] },
  'card-usage': { day: 'created_at', named: [] },
  inquiries: { day: 'received_at', person: 'assignee', named: ['assignee'] },
  applications: { day: 'inserted_at', named: [] },
  'real-estate-units': { amount: 'price', named: ['group_id.name', 'purpose'] },
  addresses: {
    day: 'inserted_at',
    amount: 'fees',
    person: 'manager.name',
    named: ['project.name', 'manager.name', 'purpose', 'sigungu', 'dong', 'regi_office', 'owner_name'],
  },
  managers: { named: [] },
  companies: { named: ['name'] },
  projects: { named: ['name'] },
  'real-estate-groups': { named: ['name'] },
}

/** Replaces `length` characters from `index` with blanks, so that later text keeps its position. */
export function blankOut(text: string, index: number, length: number): string {
  return text.slice(0, index) + ' '.repeat(length) + text.slice(index + length)
}
