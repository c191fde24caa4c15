/** Work of the office, and the page that says most of it. */
export type Matter = keyof typeof matters

interface MatterEntry {
  /** The matter it is a kind of; what is said of that one holds for it too. */
  readonly parent: Matter | null
  readonly words: RegExp
  /** Words with which its own mean something else. */
  readonly unless?: RegExp
  /** Matters that the same words only seem to name: 상속포기 is no 상속. */
  readonly hides?: readonly Matter[]
}

const bought =
  '매매|매수|매도|매입|분양|(?:집|아파트|빌라|땅)[을를도]? ?계약|(?<=집을? ?|부동산을? ?|아파트[를을]? ?|빌라[를을]? ?|땅을? ?|토지[를을]? ?|상가[를을]? ?|주택을? ?|오피스텔을? ?|건물을? ?)(?:(?:공동 ?명의|단독 ?명의|대출)(?:으?로|을|를)? ?(?:받아서? ?)?|바로 ?|그냥 ?|먼저 ?|나중에 ?|(?:제|내|저희|우리)가 ?)?(?:사[려면고는서도]|[살팔] ?(?:[때수]|건데|거[예라]|예정|계획|생각)|샀|팔[았려면고]|팔아|파(?:는데|려|시는|는 ?[분사쪽]))'
const priced =
  '^(?!.*(?:취득세|법인|회사|자본금|빌려|대여|보증금|전세|월세|대출|담보|설정|말소|공탁|소송|상속|증여))(?=.*\\d ?(?:억|천만))(?=.*(?:집|아파트|빌라|땅|토지|상가|주택|오피스텔|건물)).*$'
const changed =
  '(?:바뀌|바뀐|바뀜|바꾸|바꿔|바꿨|바꿀|변경|교체|추가|선임|사임|퇴임|취임|중임|해임|그만|뽑|사망|별세|돌아가|나가|들어오|새로)'

const relatives =
  '부모님?|아버지|어머니|엄마|아빠|할머니|할아버지|장인|장모|시부모님?|시아버지|시어머니|남편|아내|배우자|와이프|신랑|누나|언니|오빠|동생|아들|딸|자녀|자식|손자|손녀|손주|조카|삼촌|이모|고모|며느리|사위'
const estates =
  '집|아파트|빌라|땅|토지|건물|주택|부동산|명의|상가|오피스텔|(?<= |^)[밭논산](?=[을를이가은는도 ])|논밭|임야|농지|과수원|가게|점포'
/** A relative gives a house in life: 엄마 집을 제 앞으로, 부모님이 집을 저한테 주신대요. */
export const giftInLife = new RegExp(
  [
    '^(?!.*(?:돌아가|사망|별세|상속|유언|매매|샀|사려|살 ?[수때까]|사도|사면|팔[고았려]|매수|매도|이혼|재산 ?분할|위임|대신|공탁|대출|담보|전세|월세|빌려|법인|회사|분양|증여세|양도세|상속세))',
    `(?=.*(?:${relatives}))(?=.*(?:${estates}))`,
    `(?=.*(?:(?:${relatives})(?:이|가|께서) ?(?:${estates})[을를]? ?(?:주[신시셨]|준다)|(?:저|제|내|우리|저희|${relatives}) ?(?:앞|명의|이름) ?으?로(?! ?(?:된|되어|돼|등기|있))|(?:${relatives})(?:으?로|에게|한테|께) ?(?:변경|바꾸|바꿔|이전|옮기)|(?:저|제|나|저희|우리|${relatives})(?:한테|에게|께|게)(?:로|으로)? ?(?:.*)(?:주[신시셨려고는실면기]|준다|줄|줬|넘|물려|돌리|돌려|옮|이전|바꾸|바꿔|드리))).*$`,
  ].join(''),
)

const matters = {
  land: { parent: null, words: /등기(?!필|권리|명의|신청 ?수수료)/, unless: /등본|초본|증명서|등기부/ },
  transfer: {
    parent: 'land',
    words: /소유권 ?이전|명의[를을]? ?(?:이전|변경|바꾸|바꿔|바꿀|옮기|넘기)|(?<!본점 ?)이전 ?등기|등기 ?이전/,
  },
  sale: {
    parent: 'transfer',
    words: new RegExp(`${bought}|${priced}|^(?:집 ?)?(?:파는|사는|팔|살|매도|매수) ?(?:사람|분|쪽|측)`),
  },
  closing: { parent: 'sale', words: /잔금/ },
  gift: {
    parent: 'transfer',
    words: new RegExp(`증여(?!세)|물려 ?[주줄줬준]|${giftInLife.source}`),
    hides: ['transfer'],
  },
  inheritance: {
    parent: 'transfer',
    words:
      /(?<!재산 ?)상속(?!세|재산)|유산(?= |$|[을를이도은])|물려 ?(?:받|주셨|주신(?!다|대)|줬)|돌아가[셨셔시신심]|사망|(?<![특개])별세|죽[은었으]|(?:할아버지|할머니|증조부|조상)[가-힣 ]{0,4}명의[가-힣 ]{0,8}(?:아직|그대로|남아)/,
  },
  division: { parent: 'transfer', words: /이혼|재산 ?분할(?!협의)/, hides: ['inheritance'] },
  mortgage: { parent: 'land', words: /근?저당|담보(?! ?공탁)/ },
  release: {
    parent: 'land',
    words:
      /말소(?!된)|근?저당권?[^.]{0,20}(?:지우|지워|지울|없애|없앨|풀|푸는|해제|해지|빼 ?[줘주는려]|뗄)|(?:대출|융자|빚)금?[을를이은는도]? ?(?:모두 ?|전부 ?|다 ?)?(?:갚|상환|완납)/,
    hides: ['mortgage', 'setup'],
  },
  setup: {
    parent: 'land',
    words: /근?저당권?[을를은]? ?(?:새로 ?)?(?:설정|잡)|담보[를을]? ?(?:설정|잡|제공)/,
    hides: ['mortgage'],
  },
  otherRight: {
    parent: null,
    words: /전세권|지상권|지역권|가등기/,
    hides: ['release', 'setup', 'mortgage', 'transfer'],
  },
  parcel: { parent: null, words: /(?:토지|땅|필지|대지) ?분할|분필|합필/, hides: ['division'] },
  rental: { parent: 'land', words: /부기 ?등기|임대 ?(?:주택|사업)|민간 ?임대/ },
  trust: { parent: 'land', words: /신탁(?!자)/ },
  deed: { parent: 'land', words: /등기필|권리증|(?:집|땅) ?문서/ },
  company: { parent: null, words: /(?<!인)법인(?! ?(?:은행|카드|세|통장|차))|회사(?!원)/, hides: ['land'] },
  formation: {
    parent: 'company',
    words:
      /설립|창업|(?<= |^)주 ?(?:만들|만드|세우|차리)|(?:회사|법인)[을를도]? ?(?:만들|만드|만든|세우|세워|차리|차려)/,
  },
  officers: {
    parent: 'company',
    words: new RegExp(
      `임원|사[내외] ?이사|대표이사|(?:이사|감사|대표(?:자|님|이사)?)(?:장|회)?(?:한 ?명|님)?[가이의을를는은도]? ?(?:한 ?명 ?|임기|${changed})|(?:회사|법인)[^.]{0,12}(?:대표|이사|감사)(?!비)|(?:대표|이사|감사)[^.]{0,16}${changed}[^.]{0,8}(?:회사|법인)|(?<= |^)(?:중임|취임|퇴임|사임)`,
    ),
    // To move house.
    unless:
      /^(?!.*(?:법인|회사|대표|임원|감사)).*(?<= |^)이사[를을]? ?(?:나가|들어[가오와]|했|해서|왔|와서|온|갔|가서|가야|가는|간)/,
    hides: ['inheritance'],
  },
  seat: {
    parent: 'company',
    words:
      /본점(?! 소재지)|본사|지점 ?(?:설치|이전|폐지)|(?:회사|법인|사무[실소])(?:의|를|을|가)? ?(?:주소지?|위치|소재지)?[를을가]? ?(?:이전|옮|이사[를을]? ?(?:했|해(?!임)|하|한(?! ?명)|갔|가[야려면]|왔)|변경|바뀌|바뀐|바뀜|바꾸|바꿔|바꿨)/,
    hides: ['officers'],
  },
  name: {
    parent: 'company',
    words:
      /상호(?! ?(?:간|저축))|(?:회사|법인|(?<= |^)주) ?(?:이름|명칭)|(?:사업 ?)?목적[을를]? ?(?:추가|변경|바꾸|바꿔|삭제|늘리|넣)/,
  },
  capital: {
    parent: 'company',
    words:
      /증자|감자(?= |$|를|등기|하)|자본금?[을를은]? ?(?:늘|줄|증액|감액|증가|감소|올리)|신주|스톡 ?옵션|주식 ?매수 ?선택권|전환 ?사채/,
  },
  dissolution: {
    parent: 'company',
    words: /해산|청산|폐업|(?:회사|법인)[을를이가]? ?(?:문[을도]? ?닫|접[으고을는]|정리|없애|폐쇄)/,
  },
  dormant: {
    parent: 'company',
    words:
      /휴면 ?(?:회사|법인)|오래 등기하지|해산 ?간주|(?:회사|법인|해산)[^.]{0,16}(?:살리|살릴|살려|살아나|부활|되살|되돌|계속 ?(?:하|할|등기))/,
    hides: ['dissolution'],
  },
  civil: { parent: null, words: /민사|소송|재판|소장(?!님)|소액|답변서|준비서면/ },
  debt: {
    parent: 'civil',
    words:
      /지급 ?명령|채권 ?회수|대여금|빌려 ?(?:준|줬|주고|가)|떼였|(?:돈|대금|원)[을를은도이]? ?(?:\d[\d,]*(?:만|천|억)? ?원?[을를]? ?)?(?:못 ?받|안 ?[갚줘주준])|물건값|외상/,
    unless: /수용|보상금/,
  },
  enforcement: {
    parent: 'civil',
    words: /강제 ?집행|(?:강제|부동산) ?경매[를을]? ?(?:신청|넣|진행)|(?<!근)(?<!해방)압류|추심/,
  },
  consumer: {
    parent: 'civil',
    words: /청약 ?철회|(?:물건|물품|제품|상품|쇼핑몰|판매자|택배)[^.]{0,20}(?:환불|반품|교환|돌려)|소비자/,
  },
  damages: { parent: 'civil', words: /손해 ?배상|교통 ?사고|의료 ?사고/ },
  renunciation: {
    parent: 'civil',
    words: /상속 ?포기|한정 ?승인|상속[을은]? ?(?:안 ?받|받지 ?않|거부)/,
    hides: ['inheritance'],
  },
  will: { parent: 'civil', words: /유언/ },
  appeal: { parent: 'civil', words: /항소|불복하|판결[이에을]? ?(?:이의|불복)/ },
  deposit: { parent: null, words: /공탁/, hides: ['land'] },
  payment: { parent: 'deposit', words: /변제 ?공탁|(?:월세|집세|임대료|차임|보증금|빚|대여금)[을를]? ?공탁(?!금)/ },
  execution: { parent: 'deposit', words: /(?:집행|해방) ?공탁/, hides: ['debt', 'enforcement'] },
  security: { parent: 'deposit', words: /담보 ?공탁/, hides: ['mortgage'] },
  guarantee: { parent: 'deposit', words: /보증 ?공탁/ },
  forfeited: { parent: 'deposit', words: /몰취 ?공탁/ },
  criminal: { parent: 'deposit', words: /형사 ?공탁|합의금?[을를]? ?공탁/ },
  compensation: { parent: 'deposit', words: /보상금[의을를은]? ?공탁(?!금|된|[가-힣 ]{0,6}찾)/ },
  withdrawal: {
    parent: 'deposit',
    words:
      /출급|공탁(?:금|된 ?[돈거것]|한 ?돈)?[을를은는이가도]? ?(?:[가-힣]{1,5} ?){0,2}(?:찾|수령|받[으는아을]|나오|나와|입금|지급)|보상금[을를은도]? ?(?:어디서 ?)?찾|공탁(?:금|[한된] ?지)[은을를이가]? ?(?:언제까지|기한|시효|며칠|\d{1,2} ?년|[이삼]?십 ?년)(?![가-힣 ]{0,8}(?:내야|내면|납))/,
  },
  recovery: {
    parent: 'deposit',
    words: /(?<!채권 ?)회수|공탁[^.]{0,16}(?:돌려 ?받|되찾|되돌|취소|취하|잘못)/,
    hides: ['withdrawal', 'payment', 'security', 'guarantee', 'criminal'],
  },
  heirs: {
    parent: 'withdrawal',
    words: /공탁[^.]{0,40}(?:상속|돌아가|사망|별세|죽[은었으])|(?:상속|돌아가|사망|별세|죽[은었으])[^.]{0,40}공탁/,
    // Who deposits pays, and has nothing to inherit.
    unless: /(?:변제|보증|담보|집행|해방|몰취) ?공탁/,
    hides: ['withdrawal', 'inheritance', 'compensation', 'notice'],
  },
  notice: { parent: 'deposit', words: /공탁 ?통지/, hides: ['withdrawal', 'recovery'] },
  ruling: {
    parent: 'deposit',
    words: /재결|행정 ?소송|(?:수용|보상금?)[^.]{0,20}(?:이의|소송)|보상금[이은]? ?(?:너무 ?)?(?:적|낮|작|부족)/,
    hides: ['withdrawal', 'compensation', 'civil'],
  },
  lease: {
    parent: null,
    words:
      /임차권|전세 ?사기|(?:전세|월세|임대차) ?보증금(?! ?공탁)|(?:보증금|전세금)[^.]{0,12}(?:못|안|돌려|반환)|(?:집 ?주인|건물주|임대인)[^.]{0,12}돈[을은도이]? ?(?:안 ?|못 ?)(?:[줘주준]|받|돌려)|전세[^.]{0,8}(?:만기|끝|만료)[^.]{0,16}(?:돈|못|안 ?[줘주준]|없)/,
    hides: ['release', 'debt', 'sale'],
  },
} as const satisfies Readonly<Record<string, MatterTable>>

type MatterTable = Omit<MatterEntry, 'parent' | 'hides'> & {
  readonly parent: string | null
  readonly hides?: readonly string[]
}

const table: Readonly<Record<Matter, MatterEntry>> = matters
const matterNames = Object.keys(matters) as readonly Matter[]

/** Matters with a page of their own, named by words of any question about it. */
export const rootMatters: ReadonlySet<Matter> = new Set(['land', 'company', 'civil', 'deposit'])

/** All matters that words of a text name. */
export function listMatters(text: string): Matter[] {
  return matterNames.filter((matter) => table[matter].words.test(text) && table[matter].unless?.test(text) !== true)
}

/** The matters a text names, the closest ones: 근저당 말소 is not also a registration. */
export function readMatters(text: string): Matter[] {
  const named = listMatters(text)
  const hidden = new Set<Matter>(
    named.flatMap((matter) => [...(table[matter].hides ?? []), ...listChain(matter).slice(1)]),
  )
  // 임원 변경 등기 is no registration of land.
  if (named.some((matter) => matter !== 'land' && matter !== 'mortgage')) {
    hidden.add('land')
    hidden.add('mortgage')
  }
  return named
    .filter((matter) => !hidden.has(matter))
    .toSorted((a, b) => text.search(table[a].words) - text.search(table[b].words))
}

/** A matter and what it is a kind of, the closest first. */
export function listChain(matter: Matter): Matter[] {
  const { parent } = table[matter]
  return parent === null ? [matter] : [matter, ...listChain(parent)]
}

/** A question without the words of its matters. */
export function removeMatters(text: string): string {
  // The words of a kind contain those of what it is a kind of: 회사 이름.
  return matterNames.reduceRight((rest, matter) => rest.replace(table[matter].words, ' '), text)
}
