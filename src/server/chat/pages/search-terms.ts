import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'

/** A word of a question with its possible wordings on pages, each as terms. */
export interface QueryWord {
  readonly stem: string
  readonly wordings: readonly (readonly string[])[]
  /**
   * 1 by default; less for 얼마 and 언제, which pages hardly use, and for verbs; more for 비용 and 기한,
   * which say what is asked about the subject.
   */
  readonly weight: number
}

/**
 * The search terms of a text: for Hangul words the pairs of syllables of their stem, so that 이전등기
 * and 등기를 find 소유권이전등기; other words and numbers unchanged. Words of any question (알려 주세요, 어떻게) are
 * left out.
 */
export function toSearchTerms(text: string): string[] {
  return splitStems(text).flatMap(toSyllablePairs)
}

/** The words of a question, with the pages' words for them. */
export function toQueryWords(question: string): QueryWord[] {
  const words = toPageVocabulary(normalizeForSearch(question))
    .split(' ')
    .filter((word) => word !== '' && !/[ㄱ-ㅎ]/.test(word) && !fillerWord.test(word))
  const [verbs, others] = [words.filter(isPlainVerb), words.filter((word) => !isPlainVerb(word))]
  const stems = new Set(splitStems(others.join(' ')))
  // The question is about documents in general.
  if (stems.has('서류') && [...stems].every((stem) => /^(서류|부동산|등기)$/.test(stem))) stems.add('준비물')
  // Costs without a subject are those of registrations.
  const isAboutCosts = stems.size > 0 && verbs.length === 0 && [...stems].every((stem) => costWord.test(stem))
  return [
    ...(isAboutCosts ? [{ stem: '등기', wordings: [['등기']], weight: 0.5 }] : []),
    ...[...stems].map((stem) => ({
      stem,
      wordings: (synonyms.get(stem) ?? [stem]).map(toSyllablePairs),
      weight: weighStem(stem),
    })),
    ...splitStems(verbs.join(' ')).map((stem) => ({ stem, wordings: [toSyllablePairs(stem)], weight: verbWeight })),
  ]
}

/**
 * The matter that a question names, in the words of the pages: 상속 for 집을 물려받았어요; empty without
 * one.
 */
export function findMatter(question: string): string {
  return [...new Set(toPageVocabulary(normalizeForSearch(question)).match(matterWords))].join(' ')
}

const matterWords =
  /상속포기|한정승인|상속|증여|매매|신탁|재산분할|소유권이전|근?저당권?|전세권|임차권|가등기|가압류|말소|설정|공탁금?|출급|회수|(?<!인)법인|회사|설립|임원|본점|증자|해산|청산|등기필증|셀프|등기(?!부|필)/g

/** Whether a question asks for papers, costs or a period without a matter: 서류는요? 얼마나 걸려요? */
export function asksAboutLastMatter(question: string): boolean {
  const words = toQueryWords(question)
  return words.length > 0 && words.every(({ stem }) => aspectWord.test(stem))
}

const aspectWord =
  /^(?:등기|서류|준비물?|비용|보수|수수료|가격|요금|값|견적|기간|기한|절차|방법|얼마나?|언제|걸리|걸리나요|정해지.*|신청.*|진행.*)$/

const verbWeight = 0.45
const costWord = /^(비용|보수|수수료|가격|요금|값|얼마나?)$/

function weighStem(stem: string): number {
  if (/^(얼마나?|언제|어디|매매)$/.test(stem)) return 0.5
  return /^(비용|보수|수수료|가격|요금|값|기한|기간|견적|서류|계산)$/.test(stem) ? 1.6 : 1
}

function splitStems(text: string): string[] {
  const words = normalizeForSearch(text).match(/[가-힣]+|[a-z0-9]+/g) ?? []
  return words
    .map(stripEndings)
    .flatMap(splitCompound)
    .filter((stem) => !everydayWord.test(stem))
}

/** Splits compounds that end in one of these words: 상속등기 also finds pages about 상속 and 등기. */
function splitCompound(stem: string): string[] {
  const [, before = '', last = ''] = compound.exec(stem) ?? []
  return before === '' || synonyms.has(stem) ? [stem] : [...splitCompound(before), last]
}

const compound = /^(..+)(등기|공탁|신청|서류|비용|절차|기한|기간|말소|설정|설립|변경|출급|회수|결제)$/

function toSyllablePairs(stem: string): string[] {
  if (stem.length === 1 || !/^[가-힣]/.test(stem)) return [stem]
  return Array.from({ length: stem.length - 1 }, (_, index) => stem.slice(index, index + 2))
}

/**
 * Strips the particles at the end of a word (에서도 is two); a stem keeps two syllables, so that 회의
 * and 등기 stay what they are.
 */
export function stripEndings(word: string): string {
  const stem = word.replace(endings, '')
  if (stem === word || stem.length < 2) return word
  return stripEndings(stem)
}

const particles = [
  '이란',
  '이라는',
  '에서는',
  '에서',
  '에게',
  '으로는',
  '으로',
  '부터',
  '까지',
  '이나',
  '이랑',
  '하고',
  '처럼',
  '보다',
  '마다',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '도',
  '만',
  '와',
  '과',
  '로',
  '나',
  '랑',
]
const verbs = [
  '하려면',
  '하려고',
  '하는데',
  '하려는데',
  '하려는데요',
  '하는',
  '하면',
  '해야',
  '해',
  '해서',
  '했는데',
  '합니다',
  '하나요',
  '할까요',
  '할',
  '한',
  '하고',
  '나요',
  '까요',
  '어요',
  '아요',
  '습니까',
  '려면',
  '되나요',
  '됩니까',
  '되는',
  '되면',
  '돼요',
  '인가요',
  '인데',
  '인데요',
  '입니다',
  '이에요',
  '예요',
  '입니까',
  '받으려면',
  '받나요',
  '맡기면',
]
const endings = new RegExp(`(${[...verbs, ...particles].toSorted((a, b) => b.length - a.length).join('|')})$`)

const everydayWord =
  /^(저희?|제가?|나|내|우리|이런?|그런?|저런?|그럼|혹시|후|뒤|좀|더|또|및|등|수|것|거|게|때|알려.*|말해.*|설명.*|가르쳐.*|궁금.*|어떻게|어떤|어떠.*|무엇|무슨|뭐.*|뭔.*|왜|있.*|없.*|주세요|주실.*|주나요|싶.*|해요|하나요|하나|못|안|받았.*|보내.*|맡기.*|맡길.*|맡겨.*|드리.*|받을.*|쓰.*|가나요|해주.*|같은|받.*수|하면|해도|되나요|되나|될까.*|돼.*|부탁.*|안녕.*|감사.*|고마.*|필요.*|가능.*|관련|대해.*|대한|경우|요|네|좋.*)$/

/**
 * Words of questions with their counterparts on the pages. A short manual list: a misleading
 * synonym costs more than a missing one.
 */
const synonyms = new Map<string, readonly string[]>([
  ['얼마', ['비용', '보수']],
  ['얼마나', ['비용', '기간']],
  ['가격', ['비용', '보수']],
  ['요금', ['비용', '보수']],
  ['수수료', ['비용', '보수']],
  ['법무사비', ['비용', '보수']],
  ['걸리', ['기간', '걸리']],
  ['기한', ['기한', '언제']],
  ['영업시간', ['시간', '휴무']],
  ['운영시간', ['시간', '휴무']],
  ['상담시간', ['시간', '휴무']],
  ['주말', ['공휴일', '휴무']],
  ['점심시간', ['시간', '휴무']],
  ['저녁', ['시간', '휴무']],
  ['평일', ['평일', '휴무']],
  ['토요일', ['공휴일', '휴무']],
  ['일요일', ['공휴일', '휴무']],
  ['근무', ['시간', '휴무']],
  ['어디', ['주소', '방문']],
  ['위치', ['주소', '방문']],
  ['찾아가', ['주소', '방문']],
  ['전화번호', ['전화']],
  ['연락처', ['전화']],
  ['준비물', ['서류', '준비물']],
  ['값', ['비용', '보수']],
  ['비용', ['비용', '보수']],
  ['보수', ['비용', '보수']],
  ['은행', ['금융기관', '은행']],
  ['집', ['부동산', '집']],
  ['땅', ['부동산', '토지']],
  ['주택', ['부동산', '주택']],
  ['아파트', ['부동산']],
  ['빌라', ['부동산']],
  ['오피스텔', ['부동산']],
  ['상가', ['부동산']],
  ['건물', ['부동산', '건물']],
  ['벌금', ['과태료']],
  ['저당', ['근저당']],
  ['저당권', ['근저당']],
  ['근저당권', ['근저당']],
  ['명의', ['소유권']],
  ['대출', ['근저당', '대출']],
  ['법인', ['법인', '회사']],
  ['창업', ['설립']],
  ['돈', ['돈', '대여금', '채권']],
  ['빌려준', ['채권', '회수']],
  ['빌려', ['채권', '회수']],
  ['못받은', ['채권', '회수']],
  ['대표이사', ['임원']],
  ['증자', ['증자', '신주']],
  ['변호사', ['변호사', '소송대리']],
  ['같이', ['함께']],
  ['등기권리증', ['등기필증']],
  ['분실', ['잃어버렸']],
  ['잃어버렸어', ['잃어버렸']],
  ['재판', ['소송']],
  ['재개발', ['재개발', '신탁']],
])

/** Matters with a name of two syllables, which is too short to allow a wrong key in it. */
export const shortMatters: readonly string[] =
  '등기 공탁 서류 비용 보수 견적 기한 기간 절차 상속 매매 증여 담보 신탁 말소 설정 이전 변경 법인 설립 임원 본점 상호 해산 민사 소송 판결 출급 회수 유언 명의 등본 초본 대표 상담 문의 전화 방문 예약 주차 결제 주소 위치 시간'.split(
    ' ',
  )

/** Words that are often typed without the space between them. */
const spacings: readonly (readonly [typed: RegExp, spaced: string])[] = [
  [/(?<= |^)(못|안)(?=(?:받|갚|돌려|내|줘|주|낸|준|하|해|했)[가-힣])/g, '$1 '],
  [/할수(?=있|없)/g, '할 수 '],
  [/(살|팔|할)때(?=[는도]? |$)/g, '$1 때'],
  [/(아파트|주택|빌라|오피스텔|상가|건물|토지|부동산)(?=매매|상속|증여|등기|명의)/g, '$1 '],
  [/(셀프|혼자|혼자서)(?=등기)/g, '$1 '],
  [/(?<=.)해야 ?(?:하|되|돼|할)[가-힣]*/g, ' 해야'],
  [/(?:어떻게|어떡)(?:하|해|할|되|돼)[가-힣]*/g, '어떻게'],
]

/** The way to the office. Other places are not ours: 법원은 어떻게 가나요. */
const routeWordings: readonly (readonly [said: RegExp, meant: string])[] = [
  [
    /^(?:(?:사무[실소]|거기|여기)(?:에는|에|은|는|까지|로|으로)? ?)?어떻게 (?:찾아 ?)?(?:가(?:나요|요|면|야|죠|는지|려면|려고)|갈 ?수|갑니까|오면|와요)[가-힣 ]*$/g,
    '사무소 위치',
  ],
  [/^(?:사무[실소](?:로|에|까지)? ?)?(?:(?:찾아 ?)?(?:가는|오는|오시는) ?길|약도|교통편)[가-힣 ]*$/g, '사무소 위치'],
  [
    /(?<= |^)(?:지하철|전철|버스|대중교통)(?:역|노선|편|정류장)?(?:에서|으로|로|은|는|이|가|을|를)?(?: ?(?:타고|어떻게|어디|어느|몇|번|출구|역|가까|가려|가면|가나|가요|갈|오려|내려|내리|있)[가-힣 ]*)?$/g,
    '사무소 위치',
  ],
]

/** What people ask before a visit. */
const visitRewrites: readonly (readonly [said: RegExp, meant: string])[] = [
  ...routeWordings,
  [/(?<= |^)(\d+ ?(?:억|천만|백만|만)(?:.*[ 원리대])?)취득세[은는이가도]?$/g, '$1 취득세 계산'],
  // 5억 아파트: the amount says nothing about the subject.
  [
    /(?<= |^)\d+ ?(?:억|천만|백만|만)(?: ?\d+ ?(?:천만|백만|만|천))?(?: ?원)?(?:짜리|정도|대)?[은는이가에]?(?= |$)/g,
    '',
  ],
  [/(수수료|보수|비용) ?표/g, '$1'],
  [/인감 ?증명(?!서)/g, '인감증명서'],
  [/점심 ?때/g, '점심시간'],
  [
    /취득세(?:율[은는이가]?|[은는이가도]? ?(?:세율|몇|얼마|비용)[가-힣]*)(?: ?(?:몇|얼마|프로|퍼센트)[가-힣]*)*/g,
    '취득세 계산',
  ],
  [/(?<= |^)상속[은는이의]? ?기한/g, '상속 등기 기한'],
  [/(?<=상속)( ?등기)?[은는를]? ?언제까지(?:예요|인가요)?/g, '$1 기한'],
  [/유효 ?기간[은는이가]? ?(?:몇 ?개월[가-힣]*)?/g, '유효 기간 '],
  [/(?:집|댁|회사)(?:으로|에)? ?(?:와|오시|오실|방문해)[가-힣]*|출장[가-힣]*/g, '출장'],
  [/(?:대리인|가족|배우자|남편|아내|아들|딸|부모님?|자녀)[이가] ?(?:대신 ?)?[가와]도[가-힣]*/g, '위임장'],
  [/(?:오늘|내일|지금)[은도]? ?(?:바로 ?)?(?:상담|문의)[가-힣]*|(?:전화|방문) ?상담 ?시간/g, '상담시간'],
  [
    /(?<= |^)(?:(?:근처|건물|사무[실소])(?:에|은|는)? ?)?주차[를은는이가도]? ?(?:장(?!에서)|비|료|공간|자리|지원|가능|할|하려|되|돼)[가-힣]*(?: ?(?:데|곳|자리))?/g,
    '주차',
  ],
  [
    /(?<= |^)(?:차|차량|자가용|승용차|자동차)[를을도로]? ?(?:(?:가지고|갖고|몰고|끌고|타고) ?[가와오갈올]|가져[가오갈올와]|[댈댄]|대[도요는]|세[우울워])[가-힣]*(?: ?(?:데|곳))?/g,
    '주차',
  ],
  [/(?<= |^)(?:차|차량|자가용|승용차|자동차)로 ?(?:[가와오갈올]|방문)[가-힣]*/g, '주차'],
  [
    /(?<= |^)(?:카(?:카오)?)?톡[은는이도을를]?(?: ?(?:으로|아이디|채널|친구|주소|번호)| (?=상담|문의))|카카오톡|카톡/g,
    '카카오톡',
  ],
  [/(문자|이메일|메일)(?:메시지)?(?:으로|로)?(?= ?(?:상담|문의|물어))/g, '$1 상담'],
  [/온라인(?:으로)? ?(?:상담|문의)[가-힣]*/g, '문의하기'],
  [
    /상담 ?(?:비용|요금|가격|비)(?= ?[은는이가도을]?(?: |$| ?[얼받있]))|상담(?:은|는|이|도|하는데)? ?(?:공짜|무료|유료|얼마)[가-힣]*|(?:무료|공짜) ?상담[가-힣]*/g,
    '상담료',
  ],
  [/물어[가-힣]+(?: ?(?:것도|것만|건|데|데도))? ?(?:돈|비용|요금)[이을도은]? ?[내드들있받나][가-힣]*/g, '상담료'],
  [/예약[을도]? ?(?:안|없|않|하지)[가-힣]*(?: ?않[가-힣]*)?|(?:사전 ?)?예약[이은]? ?(?:제|필수|필요)[가-힣]*/g, '예약'],
  [/(?:그냥|바로|당일|아무 ?때나)(?:에)? ?(?:방문|찾아|[가와오]도)[가-힣]*/g, '예약 방문'],
  [/(?:혼자서?|나 ?홀로|스스로|직접|법무사 ?없이) ?(?=소송|재판|지급명령)/g, '전문가 '],
  [/법무사[를을은]? ?(?:꼭|반드시|안|없이) ?(?:써|쓰|필요|맡기|고용)[가-힣]*(?: ?등기[가-힣]*)?/g, '셀프 등기'],
  [/등기[를을도는은]? ?(?:(?:제|내|본인)[가이] ?)?(?:직접|혼자서?|스스로|셀프로?)/g, '셀프 등기'],
  [
    /(?<= |^)(?:법무사 ?없이|(?:제가 ?)?직접|혼자서?|스스로|셀프로?|나 ?홀로) ?(?=(?:소유권 ?이전|이전|매매|상속|증여|말소)? ?등기(?:[를을도는은하해할 ]|$))/g,
    '셀프 ',
  ],
  [
    /(?:등기부 ?등본|등기부|등기사항 ?증명서|등본)[을를은는도이가]? ?(?:(?:인터넷|온라인)(?:으로|에서)? ?|어디(?:에서|서|에)? ?)*(?:떼|뗄|뗀|뗍|발급|열람|출력|뽑|수수료|비용|얼마)[가-힣]*/g,
    '등기부등본 발급',
  ],
  [
    /((?:증명서|초본|대장))[을를은는도이가]? ?(?:어디(?:에서|서|에)? ?)?(?:떼|뗄|뗀|뗍|발급|출력|뽑)[가-힣]*/g,
    '$1 발급',
  ],
  [
    /(증명서|초본)[은는도이가]? ?(?:언제|몇 ?개월|\d개월|얼마)[가-힣]*(?: ?(?:전|안|이내|지난|떼)[가-힣]*)*/g,
    '$1 유효 기간',
  ],
  // A divorce itself is a lawyer's matter; the registrations it leads to are ours.
  [/이혼(?!.{0,40}(?:명의|재산|등기|앞으로|부동산|아파트|빌라|주택|집[을를은]|땅))[가-힣]*/g, '혼인파탄'],
  [/(?<= |^)비자(?= |$)/g, '사증'],
  [/(?:필요|구비|준비|제출)(?:한|할)? ?서류/g, '서류'],
  [/서류[를을는은가]? ?(?:(?:뭐|뭘|무엇|어떤 ?것)[을를]? ?)?(?:준비|챙|갖추|가져|가지고|떼|뗄)[가-힣]*/g, '서류'],
  [/(?:뭐|뭘|무엇|무얼)[을를]? ?(?:준비|챙|가져|가지고|갖고)[가-힣]*/g, '서류'],
  [/(신분증|도장|인감|통장)[을를은도이]? ?(?:가져|가지고|챙|있어야|필요)[가-힣]*/g, '$1 준비물'],
]

/**
 * Everyday expressions and the pages' words for them, applied in order to a lower-case question
 * before it is split into words. An entry covers several words, or is a verb that names a matter.
 * For synonyms of single words see `synonyms`.
 */
const rewrites: readonly (readonly [said: RegExp, meant: string])[] = [
  ...visitRewrites,
  // The price of a thing is not the price of the office's work on it.
  [
    /(?:집|주택|아파트|빌라|오피스텔|상가|건물|땅|토지|주식)(?: ?(?:값|가격))?[은는이가]? ?얼마[가-힣]*|얼마 ?(?:에|받)[가-힣]*/g,
    '시세',
  ],
  [/중개 ?(?:수수료|보수|비용|료)/g, '중개료'],
  [/주택 ?청약/g, '청약통장'],
  [/돈[이은도]? ?(?:없|많|필요)[가-힣]*/g, '생활비'],
  [/이사 ?(?=비용|업체|센터|견적)/g, '이삿짐 '],
  [/이사[를을]? ?(?:가야|가는|갔|나가)[가-힣]*/g, '이사해야'],
  [/잔금[을를]? ?(?:(?:치르|치루|내|주|받)는 ?)?날/g, '잔금일'],
  // 내일이 잔금일인데요, 잔금일이 다음 주예요: the day says nothing about the subject.
  [
    /(?<= |^)(?:오늘|내일|모레|글피|(?:이번|다음|다다음) ?(?:주|달)(?:말| ?[월화수목금토일]요일)?|[월화수목금토일]요일|(?:\d+ ?월 ?)?\d+ ?일)(?:이|은|는|가)? (?=[가-힣 ]+(?:인데요?|이에요|예요|입니다|이야)(?: |$))/g,
    '',
  ],
  [
    /(?<= )(?:오늘|내일|모레|글피|(?:이번|다음|다다음) ?(?:주|달)(?:말| ?[월화수목금토일]요일)?|[월화수목금토일]요일|(?:\d+ ?월 ?)?\d+ ?일)(?:인데요?|이에요|예요|입니다|이야|야|임)(?= |$)/g,
    '',
  ],
  [
    /(?:돈|비용|수수료|보수|금액)?[이은는가도]? ?얼마(?:나|쯤|정도)? ?(?:들|드|나오|나와|내야|내나|하나|해요)[가-힣]*/g,
    '비용',
  ],
  // A sale is a registration here.
  [/(매매|증여)(?: ?계약)?[은는의]? ?(?=(?:비용|보수|수수료)(?:[은는이가도을 ]|$))/g, '$1 등기 '],
  [/(등기|법무사|소송|상속|말소|설정|이전)비(?=[은는이가도 ?]|$)/g, '$1 비용'],
  [/(?:며칠|얼마나|오래|언제)(?:이나|쯤)? ?걸[가-힣]*|며칠/g, '걸리나요'],
  // Every registration of land takes the same time.
  [/^(?!.*(?:공탁|법인|소송|임차권|명령))(?=.*(?:증여|매매|말소|설정|근저당))(?=.*걸리나요).*$/g, '등기 걸리나요'],
  [/사무(?:실|소)[은는이가]? ?어디[가-힣]*/g, '사무소 위치'],
  [/^(?:사무(?:실|소)의? ?)?(?:위치|주소|장소)(?:[은는이가]? ?어디[가-힣]*|$)/g, '사무소 위치'],
  [/몇 ?시[가-힣]*|(?:문|언제) ?(?:여|열|닫)[가-힣]*/g, '상담시간'],
  [/상담[을도]? ?(?:받|신청|하고|해 )[가-힣]*/g, '문의하기'],
  [/상담[만은도]? ?(?:받|하|해)[가-힣]* ?(?:돈|비용|요금)[이을도은]? ?(?:내|드|있|받|나)[가-힣]*/g, '상담료'],
  [/(?:제|내|저희|우리|자녀|아들|딸|남편|아내|배우자) ?앞으로(?: ?(?:하|해|돌|옮|등기)[가-힣]*)?/g, '소유권이전등기'],
  [/명의[를을는은도]? ?(?:어떻게 ?|언제 ?)?(?:변경|이전|바꾸|바꿔|바꿀|옮기|넘기)[가-힣]*/g, '소유권이전등기'],
  [
    /(?:(?:회사|법인)의? ?)?(?:대표(?:이사|자|님)?|이사|감사|임원)(?:의|이|가)? ?(?:(?:집 ?)?주소[가를]? ?(?:바뀌|바뀐|바꾸|바꿔|바꿨|바꿀|변경|이전|옮)|이사[를을]? ?(?:했|해|하|한|갔|가[야려면는]))[가-힣]*/g,
    '임원 변경',
  ],
  [/(?:회사|법인|본점|사무실)[를을의]? ?(?:주소)?[를을]? ?옮[가-힣]*/g, '본점 이전'],
  [
    /(?:회사|법인|본점|사무실)의? ?(?:주소|위치|소재지)[를가]? ?(?:바뀌|바뀐|바꾸|바꿔|바꿨|바꿀|변경)[가-힣]*/g,
    '본점 이전',
  ],
  [/(?:회사|법인|본점|사무실)[를을이가은는]? ?이사[를을]? ?(?:했|해|하|한|갔|가[야려면는])[가-힣]*/g, '본점 이전'],
  [
    /(?:(?:회사|법인)의? ?(?:대표(?:자|님)?|이사)|대표(?:자|님)?)[가를을도]? ?(?:바뀌|바뀐|바꾸|바꿔|바꿨|바꿀|교체|변경|사임|그만)[가-힣]*/g,
    '임원 변경',
  ],
  [/(?<=회사|법인)([를을]?) ?(?:만들|만드|만든|세우|차리|차려)[가-힣]*/g, '$1 설립'],
  [/법무사[랑와하고]* ?변호사[는의가]? ?(?:차이|다른|달라|뭐)[가-힣]*/g, '전문가'],
  [/(?:월세|임대료|차임)[를을은도이가]? ?(?:안|못|밀)[가-힣 ]*/g, '임대차 분쟁'],
  [
    /(?:집주인|임대인|채권자|상대방?)[이가은는]? ?(?:돈|월세|보증금|합의금)[을를]? ?(?:안 ?받|거부|거절)[가-힣]*/g,
    '변제공탁',
  ],
  [/합의금?[을를]? ?공탁[가-힣]*/g, '형사공탁'],
  // How to collect a deposit is to bring its papers.
  [
    /^(?!.*(?:언제|기한|기간|얼마|비용|서류))(?=.*(?:방법|[는한]? 법|어떻게|싶|려면|려고|려는데)).*공탁금[을를은]? ?(?:어떻게 ?)?(?:찾|수령|받)[가-힣 ]*$/g,
    '공탁금 출급 서류',
  ],
  [/공탁금[을를은]? ?찾[가-힣]*/g, '공탁금 출급'],
  [/분양[을도]? ?받[가-힣]*/g, '분양'],
  [/수용(?:되|된|됐|당)[가-힣]*/g, '수용'],
  [/(?<=등기|설정|말소|공탁|신고|신청)[를을]? ?(?:하래|하라)[가-힣]*/g, ''],
  [/개인정보[를는은]? ?(?:언제)? ?(?:지우|지워|지운|삭제|없애)[가-힣]*/g, '개인정보 파기'],
  [/연락[이도]? ?(?:안|없|두절|끊)[가-힣]* ?(?:돼|되|됩|받)?[가-힣]*/g, ''],
  [/상속[을를]? ?(?:안|포기)[가-힣]*/g, '상속포기'],
  [/빚[이을도]? ?많[가-힣]*/g, ''],
  [/(?:대출|융자|빚)금?[을를이은도]? ?(?:모두|전부|다)? ?(?:갚|상환|완납)[가-힣]*/g, '근저당 말소'],
  [/(?<=저당권?)([을를]?) ?(?:지우|지워|없애|풀|해제|해지)[가-힣]*/g, '$1 말소'],
  [/담보[를을]? ?(?:설정|잡|제공)[가-힣]*/g, '근저당권 설정'],
  [/전세 ?(?:보증)?금/g, '보증금'],
  [/(?:돈[을도]? ?)?빌려 ?(?:줬|준|주)[가-힣]*|안 갚[가-힣]*|(?:못|안) ?받은 ?돈[을도]?/g, '빌려준'],
  [/소송[에서]* ?(?:지면|졌|진 )[가-힣]*/g, '패소'],
  [/(?:물려|상속) ?받[가-힣]*|돌아가[셨셔시신][가-힣]*|(?:사망|별세|죽은|죽었|죽어서)[가-힣]*/g, '상속'],
  [/물려 ?[주줄줬준][가-힣]*/g, '증여'],
  [/(?:집|땅) ?문서|(?:등기 ?)?권리증/g, '등기필증'],
  [/(?:잃어 ?버|없어[졌지]|분실)[가-힣]*/g, '잃어버렸습니다'],
  [/(?<= |^)(?:샀|사려|사게|사면|사는데|살 때|구입|구매|매수|매입|팔았|팔려|팔면|팔고|팔 때|매도)[가-힣]*/g, '매매'],
  [/바(?:뀌|뀐|꾸|꿔|꼈)[가-힣]*/g, '변경'],
  [/넘[겼긴][가-힣]*|지났[가-힣]*|늦[었게][가-힣]*/g, '넘기면'],
  // What is to be done in a matter is to bring its papers.
  [
    /^(?=.*(?:상속|증여|매매|말소|설정|소유권이전등기))(.*?)(?:(?:뭐|뭘|무엇|무얼)[을를이가]?(?:부터)? ?(?:해야|하면|할지|필요|있어야)|필요한 ?(?:것|거|게))[가-힣]*/g,
    '$1서류',
  ],
  // Who does it alone needs the same papers; without a matter, those of a sale.
  [/^(?=.*(?:서류|준비물))(?!.*(?:상속|증여|말소|설정|법인|매매|소유권)).*셀프.*등기.*$/g, '매매 서류'],
  [/셀프 ?(?=.*(?:서류|준비물))/g, ''],
  // How a registration is done.
  [/(?<=상속|증여|매매|이전)( ?등기)?(?:의|하는)? ?(?:절차|방법)(?= |[은는이가을를]|$)/g, ' 등기 어떻게'],
  // 서류는요
  [/(?<=[가-힣]{2})([은는도])요(?= |$)/g, '$1'],
  // Removes particles from nouns of one syllable, which stemming keeps.
  [/(?<= |^)(집|땅|돈|빚|값)(?:을|를|이|가|은|는|도|에|의|만|에서|으로|로)(?= |$)/g, '$1'],
]

/** Rewrites a question in the words of the pages. `text`: normalized for search. */
function toPageVocabulary(text: string): string {
  const lettersOnly = text.replace(/[^가-힣ㄱ-ㅎa-z0-9]+/g, ' ').trim()
  return [...spacings, ...rewrites].reduce(
    (phrase, [words, meant]) => phrase.replace(words, ` ${meant} `).replace(/ +/g, ' ').trim(),
    correctEverydaySpelling(lettersOnly),
  )
}

const verbEnding =
  /(?:[아어여려해]요|[았었였했]는데요?|[았었였했]어요?|나요|까요|는데요?|습니다|니다|려고요?|려면|지만|거든요|네요|는지|[아어여]서|[죠고]|세요|[하되]는)$/
/** 얼마인가요 names a matter, and so does 상속하려고. */
const namesSomething =
  /(?:인가요|이에요|예요|에요|입니까|입니다|인데요?)$|^..+(?:하|해|했|합|할|되|됐|됩|될|돼)[가-힣]{0,4}$/

/**
 * Whether a word is a verb whose stem names no matter, such as 시끄러워요 or 무너졌는데. It says less about
 * the subject than a noun.
 */
function isPlainVerb(word: string): boolean {
  return (
    verbEnding.test(word) && !namesSomething.test(word) && !/(?:신고|광고|공고|창고|보고|항고|상고|재고)$/.test(word)
  )
}

/** Verbs and persons that occur in any question and say nothing about its subject. */
const fillerWord =
  /^(?:[을를은는이가도의에데할한]|해야|다|모두|전부|꼭|직접|바로|먼저|미리|지금|이번에?|얼른|제|저|안|못|들어?요?|드나요|드는데?요?|나오나요|나와요|걸리는지|내나요|내야|내면|내는|냈.*|치르.*|치렀.*|치른|가야|가도|가면|가나요|오나요|돌려.*|안줘요|줘요|줍니다|준대요|않.*|그냥|도와.*|도움.*|도우.*|물어[봐보볼본].*|받기로|끝났.*|끝나.*|갚.*|하는데요?|하려는데요?|하려고요?|하려면|합니다|했어요|했는데요?|보고|보려고요?|받아.*|받으.*|받고|받았.*|받나요|주려고요?|나요|부모님?|아버지|어머니|아빠|엄마|할머니|할아버지|자식|자녀|아들|딸|남편|아내|배우자|가족|형제|지인|친구|세입자|뭐부터|이렇게|비싸.*)(?:이|가|은|는|께|께서|에게|한테|의|도)?$/
