import type { CollectionName } from '#contract/books/collections.ts'
import { anyOf } from './any-of.ts'

const excludedAtEnd = String.raw`(?:빼고|제외(?:하고)?|말고)(?:\s*몇\s*건)?\s*$`

const realEstatePhrases = [
  // 부동산 등기 사건, 등기 업무
  String.raw`(?:부동산\s*)?등기\s*(?:사건|건(?!수)|업무|장부)`,
  // 등기랑 공탁
  String.raw`등기(?=(?:랑|와|하고|,|\s*및|·)\s*공탁)`,
  // 공탁과 등기, but not the field in 공탁과 등기접수일
  String.raw`등기(?<=공탁(?:이랑|과|하고|,|\s*및|·)\s*등기)(?!\s*(?:접수|예정|필증|목적|우편))`,
  // 등기의 담당자, 등기들은, 등기 중에, 등기는 모두 몇 건
  String.raw`등기(?=의\s|들(?:의|을|은|이)?\s|\s*(?:중에|중(?=\s)|가운데)|[는가도]\s+(?:전부|총|모두|몇|얼마))`,
  // 등기 보수료, 등기 건수, 등기 있어, 등기 목록; 등기 at the end or before blanked words, unless 문의 follows
  String.raw`등기(?!.*문의)(?=\s+(?:보수|비용|매출|공과금|건수|수(?:는|가)?(?=\s|$))|\s+(?:있[어는나니]|없[어나니는]|뭐|보여|알려|목록|리스트|찾아|현황|몇|얼마)|\s{2,}|\s*$)`,
  // 등기 지연된 거
  String.raw`(?<![가-힣])등기(?=\s+(?:지연|완료|미완료|진행\s?중|대기|밀린))`,
  // 등기 상속 빼고
  String.raw`^\s*등기(?=\s.{1,24}${excludedAtEnd})`,
  // 사건부, 부동산 사건, 부동산 등기
  '사건부',
  String.raw`부동산\s*(?:사건|건(?!수))`,
  String.raw`부동산\s*등기`,
]

const leavePhrases = [
  // 휴가, 휴가 신청자, 연차
  String.raw`휴가\s*(?:신청|자)?`,
  // 연차, 반차, 병가: the kind of leave stays in the text.
  '(?=연차|반차|병가)',
  // 쉬는 사람
  String.raw`쉬는\s*(?:사람|분|직원|날)`,
  // 누가 쉬나
  String.raw`(?=쉬시는|쉬나|쉬지|쉬어|쉬니|쉬냐|쉬었|쉬셨|쉰(?=\s|$))`,
]

const cardPhrases = [
  // 주유비는, 택배비로: the kind of cost stays in the text.
  String.raw`(?<=주유|교통|통신|회식|접대|주차|택배)비(?=[로는은가]?(?:\s|$))`,
  // 점심값, 저녁 식대로
  String.raw`(?:점심|저녁|밥)\s*(?:값|식대|식비)(?:으로|에)?`,
  // 식대, but not the end of 회식비
  '(?<![가-힣])(?:식대|식비)',
  // 솔빛주유소에서 얼마 썼어, 카페에서 긁은: the shop stays in the text.
  String.raw`(?=(?:주유소|식당|마트|편의점|카페|커피|문구|문구점|주차장|식자재)(?:에서|에)? [^?]{0,40}(?:썼|쓴|긁|결제))`,
  '긁(?:었|은)[가-힣]*',
  // 카드, 법인카드 사용 내역, 카드값
  String.raw`(?:법인)?카드\s*(?:사용\s*(?:내역|금액|액)?|내역|값|대금)?`,
]

const quickPhrases = [
  String.raw`퀵\s*(?:서비스|기록|배송|배달|비(?:용)?[로는은가]?(?=\s)|값)?`,
  '배송',
  // 마지막으로 충전한 게 언제, 최근 충전 내역: the state stays in the text. What was read is blank: 충전 얼마.
  String.raw`(?=충전(?:한|된|했|됐|액|금)|충전(?:\s*(?:내역|기록|언제|얼마)|[은는이가]?\s{2,}))`,
  String.raw`(?=(?:마지막|최근|요즘)(?:에|으로)?\s*(?:잔액\s*)?충전)`,
]

/**
 * The books that can be asked about, and the words for their records. 사건 alone means both case
 * books.
 */
export const bookWords: readonly { readonly collection: CollectionName; readonly pattern: RegExp }[] = [
  { collection: 'real-estate', pattern: new RegExp(anyOf(realEstatePhrases)) },
  { collection: 'deposit-cases', pattern: /공탁\s*(?:사건|건(?!수)|데이터|업무|장부)?/ },
  { collection: 'quick-deliveries', pattern: new RegExp(anyOf(quickPhrases)) },
  { collection: 'leave-requests', pattern: new RegExp(anyOf(leavePhrases)) },
  { collection: 'card-usage', pattern: new RegExp(anyOf(cardPhrases)) },
  {
    collection: 'inquiries',
    pattern: /(?:상담\s*)?문의\s*(?:함|글|건(?!수)|사항)?|물어(?:본|보신|봤던|보던)\s*(?:사람|분|고객|손님)/,
  },
  // 은행 목록, 은행 정보; 은행별 is a grouping of the units
  {
    collection: 'banks',
    pattern:
      /(?<![가-힣])(?<!근저당\s?)은행(?:들)?(?=[은는이가의도]?\s*(?:목록|리스트|정보|대표|지점|본점|주소|사업자|법인|몇|중|있|[,?？]|$)|\s{2})/,
  },
  { collection: 'real-estate-units', pattern: /세대|동\s*호수/ },
  {
    collection: 'titles',
    pattern:
      /목록\s?관리(?:에서)?|(?<=(?:중인|된|않은|한|보류|완료|대기)\s?)목록(?=[은는이가]?\s*(?:총\s*)?(?:몇|개수|수(?=\s|$)|$))/,
  },
  { collection: 'departments', pattern: /부서\s?관리/ },
  // Named by their own fields: 도로 지목 토지.
  { collection: 'address-lands', pattern: /토지\s?조서/ },
  // 사업 진행률, whose field is blanked
  { collection: 'projects', pattern: /(?<![가-힣])사업(?:들)?(?=\s{2,}|$)/ },
  { collection: 'applications', pattern: /(?:등기)?신청서/ },
  {
    collection: 'addresses',
    pattern: new RegExp(
      String.raw`부동산\s*주소|주소(?=(?:는|은|가|이)?\s*(?:(?:총|전체|모두)\s*)?(?:목록|리스트|수(?=\s|$)|몇|건|중|$))|^\s*주소(?=\s.{1,24}${excludedAtEnd})`,
    ),
  },
  { collection: 'companies', pattern: /(?<!신탁\s?)(?<![가-힣])(?:회사|업체)/ },
  {
    collection: 'managers',
    pattern:
      /관리자|연락처|전화\s*번호|휴대폰|이메일|메일\s*주소|(?<![가-힣])(?:메일|전화|번호)(?=\s*(?:뭐|알려|좀|[?？]|$))/,
  },
]

/** Land and its register (땅, 필지, 누구 땅, 등기부), unless another book is named: 수용 토지 공탁. */
export const landPattern =
  /필지|(?<![가-힣])(?:땅|토지)(?!\s*(?:신탁|주(?:인|가|는)?(?:\s|$)|수용|보상|공사|거래))|등기부(?:\s*등본)?|부동산(?=\s*(?:중|몇|목록|변동|바뀐|있|뭐|보여|알려|찾아|전부|모두|[?]|$))/

/** A state between a book and what counts its records: 사업구간 진행중 몇 개. */
const stateBefore = String.raw`(?: ?(?:진행 ?중|보류 ?중?|완료|대기 ?중?)(?:인|된)?(?: ?(?:거|것|건))?[은는이가]?(?: ?(?:빼고|말고|제외하고|제외))?)?`

/** What a noun is when a question counts or lists it, or asks for one of its own fields. */
const askedAfter = String.raw`(?=들?[은는이가을를도의]?${stateBefore}(?:[?,？]|$| ?(?:전체|전부|모두)$| ?(?:(?:총|모두|전부|전체) ?)?(?:몇|개수|수[는가]?(?: |$)|목록|리스트|명단|뭐|무엇|어디|어느|어떤|알려|보여|찾아|있|등록|중에?서? |가운데)))`

/**
 * Books whose name is also a field of cases. It is the book if it is what the question is about:
 * 진행중인 사업구간 몇 개, 토지 주소 목록, 등기 변동 몇 건.
 */
export const headNouns: readonly { readonly collection: CollectionName; readonly pattern: RegExp }[] = [
  {
    collection: 'projects',
    pattern: new RegExp(
      String.raw`(?<![가-힣])(?:(?:사업 ?)?구간|프로젝트)(?:${askedAfter}|(?=[의은는이가]? ?(?:진행 ?률|진척 ?[률도]|시작일|종료일|설명|상태[는가]? ?(?:뭐|어때|알려|\?|$))))`,
    ),
  },
  { collection: 'departments', pattern: new RegExp(String.raw`(?<![가-힣])부서${askedAfter}`) },
  { collection: 'titles', pattern: new RegExp(String.raw`^목록[은는이가]?(?=${stateBefore} ?(?:총 ?)?(?:몇|개수))`) },
  { collection: 'addresses', pattern: new RegExp(String.raw`(?<=(?:토지|집합 ?건물|부동산) ?)주소${askedAfter}`) },
  {
    collection: 'address-changes',
    pattern: /(?:(?:등기부?|권리자?|부동산)\s?|(?<![가-힣]))변동(?:\s?(?:내역|기록|사항))?/,
  },
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
  banks: '은행',
  projects: '사업구간',
  'address-changes': '등기 변동',
  managers: '관리자',
  departments: '부서',
  titles: '목록',
  'address-lands': '토지',
}

/** Either case book. */
export const casesPattern = /사건(?!부)|접수\s*건|건(?=\s|들|은|이|을|만|중|\?|$)/

export const caseBooks = ['deposit-cases', 'real-estate'] as const satisfies readonly CollectionName[]
