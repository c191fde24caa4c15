/** What a question asks about its subject. */
export type Aspect =
  | 'cost'
  | 'duration'
  | 'deadline'
  | 'papers'
  | 'place'
  | 'procedure'
  | 'penalty'
  | 'tax'
  | 'validity'
  | 'proxy'
  | 'self'

/**
 * The ways Korean asks for each, by stems: 얼마예요, 비용이랑, 견적 좀. The text is in standard spelling,
 * where blanks may be missing. None matches the words of another: 며칠 안에 is a deadline, 며칠이나 is not.
 */
const aspectWords: Readonly<Record<Aspect, RegExp>> = {
  cost: new RegExp(
    [
      '비용|보수(?!공사)|수수료|수임료|대행[료비]|견적|요금|가격|법무사비',
      '(?:등기|소송|상속|증여|매매|말소|설정|이전|설립|공탁|신탁)비(?=[은는이가도 ]|$)',
      '얼마(?!나|까지| ?(?:이하|이상|미만))(?! ?(?:쯤|정도|가량)? ?(?:걸|안에|만에|동안|뒤|후|있|기다|받을까|에 ?[팔사]))',
      '(?:얼마나|어느 ?정도)(?: ?(?:쯤|정도))? ?(?:들(?!어야)|드[나는는]|나오(?!는데|려면)|나와|나올|받|내|해|하[나죠]|예)',
      '돈[이은을도]? ?(?:얼마|많이|좀|더|또|누가)? ?(?:들|드[는나]|내[야나면])|몇 ?(?:십|백|천)? ?만? ?원',
    ].join('|'),
    'g',
  ),
  duration: new RegExp(
    [
      '^(?:그럼 ?)?시간(?=(?:[은는도]요?|요)$)',
      // 비용이랑 시간
      '(?<=(?:비용|보수|서류|견적|수수료|요금)(?:이?랑|과|와|하고|도)? ?)시간|(?<!(?:상담|영업|근무|운영|업무|점심) ?)시간(?=(?:이랑|과|하고) ?(?:비용|서류|수수료|견적))',
      '걸리(?!는 ?점|면)|걸려(?!면|고|있| 있|는)|걸릴|걸립|걸림|(?<!주)소요',
      '(?:며칠|몇 ?(?:일|주|달|개월))(?!짜리)(?! ?(?:이나|정도)? ?(?:안|이?내[에로가 ]|이?내$|까지|전|된|지났|지난))',
      '(?<!유효 ?)(?<!임대 ?의무 ?)기간(?! ?(?:이?내|안에?|까지|만료|[이을를]? ?(?:지나|지났|지난|넘|놓|끝)))',
      '언제(?:쯤|나|면)?(?:이?면)?[은는]? ?(?:다 ?|등기[가는]? ?|돈[이은]? ?)?(?:끝|나오|나와|나올|나옵|완료|마치|마쳐|마무리|처리|완성|되|돼|됩|될|받|입금|지급)',
      '얼마 ?(?:만에|뒤에?|후에?|있(?:으면|다가?))|(?:얼마|며칠|어느 ?정도)(?:나|이나)? ?기다',
      '(?:나오|끝|되|돼|마치|완료|까지|찾|받|접수)[가-힣 ]{0,8} ?얼마나$|얼마나 ?(?:오래|기다)',
      '(?:접수|신청|맡기)(?:하면|면|한 ?날)?[가-힣]? ?(?:바로|당일|그날|내일)(?:에)? ?(?:다 ?)?(?:되|돼|끝|나오|나와)',
      '(?<= |^)(?:당일|그날|하루 ?만)에?[은는도]? ?(?:바로 ?|다 ?)?(?:되|돼|될|끝|나오|나와|가능|완료)|^(?:그럼 ?|그러면 ?)?바로 ?(?:되[나는]|될|돼|끝나|나오|나와)',
      '(?:오늘|내일|당일|하루|이틀|사흘|일주일|이번 ?주)(?:(?: ?(?:안에|만에|이?내[로에]|중[에으]로?))?[은는도]? ?(?:다 ?)?(?:등기|접수|처리|신청)| ?(?:안에|만에|이?내[로에]))[가는도을를은]? ?(?:다 ?)?(?:되|돼|될|끝|나오|나와|가능|완료|마칠|할 ?수)',
    ].join('|'),
    'g',
  ),
  deadline: new RegExp(
    [
      '언제까지(?! ?(?:걸|상담|영업|하세요|하시|열|문|전화))|(?<=취득세 ?)신고(?=[은는이가를도]?요?$)|(?<!유효 ?|등)기한(?![을이]? ?(?:이미 ?|벌써 ?|다 ?)?(?:넘|지나|지난|지났|놓))(?:[은는이가]? ?(?:며칠|몇 ?(?:일|주|달|개월)))?|마감',
      '(?:(?:며칠|몇 ?(?:일|주|달|개월)|기간)(?:이나|정도)? ?까지|(?:며칠|몇 ?(?:일|주|달|개월)|얼마|기간)(?:이나|정도)? ?(?:안(?:에|으로| |$)|이?내(?:에|로| |$)))',
      '언제 ?(?:등기|신청|신고|접수|제출|답변|납부)?[을를은는]? ?(?:꼭 ?)?(?:해야|내야|찾아야|내(?:요|나요|죠|면|는))|얼마나 ?빨리',
      // 60일 안에 내면 되나요
      '(?:\\d{1,3}|육십|삼십|[한두세석네]|여섯|아홉) ?(?:일|주|개월|달|년) ?(?:안에?|이?내에?|까지)(?:만|는|도)? ?(?:다 ?|꼭 ?)?(?:등기|신청|신고|접수|납부)?[를을도만]? ?(?:해야|하면|해도|내야|내면|내도|인가|맞)|(?:\\d{1,3}|육십|삼십) ?(?:일|개월) ?(?:이|가)? ?(?:맞|인가요)',
    ].join('|'),
    'g',
  ),
  papers: new RegExp(
    [
      '서류(?![를을은도가]? ?(?:좀 ?|너무 ?|다 ?|대신 ?|언제 ?)*(?:받[아을나는]|돌려|작성|써|쓰|보내|보낼|맡|접수|제출|대행|만들|떼 ?[주줘]|많|봐))|준비물|구비|준비할 ?[것거게]|필요한 ?[것거게]',
      '(?:뭐|뭘|무엇|무얼|뭐뭐|어떤 ?[것거걸])[을를이가]?(?:부터)? ?(?:더 ?|또 ?)?(?:필요|준비|챙|가져|가지고|갖고|들고|떼|있어야|받아 ?[와오야]|내야 ?(?:하|되|돼))',
      // 신분증만 있으면 되나요, 도장 없이 되나요
      '(?:인감|도장|신분증|통장|등본|초본|증명서|위임장|여권|면허증)(?:증명서?|도장)?(?:이|가|을|를|도|은|는)? ?(?:없어도|없이|없으면|없는데|안 ?가져|빼고|(?:만|하나만) ?(?:있으면|있어도|가져|들고|갖고|내면|되|돼))',
      // 형제들 인감이 다 필요한가요, 등본도 떼가야 하나요
      '(?:인감|도장|신분증|통장|등본|초본|증명서)(?:증명서?)?[이가을를도은는]? ?(?:다 ?|모두 ?|전부 ?|꼭 ?|또 ?)*(?:필요|있어야|가져 ?가야|챙겨 ?가야|준비해야|떼 ?(?:가|와|어)?야)',
    ].join('|'),
    'g',
  ),
  place:
    /어디(?:서|에서?|로|다)?(?:다가?)? ?(?:가야|가서|하[나는면]|해|신청|접수|내[야나면요]|제출|찾아?[요야가]|찾[나는]|맡|신고|등기|공탁|$)|어느 ?(?:법원|등기소|공탁소|관청)|관할|(?:법원|등기소|공탁소|사무[실소])(?:으로|로|에) ?가나|(?:하|신청하|접수하|찾)는 ?곳(?=[은는이가 ]|$)/g,
  procedure: /절차|방법|순서|과정|어떻게 ?(?:하|해|진행|신청|시작)|어떻게$|하는 ?법/g,
  penalty:
    /과태료|벌금|벌칙금?|가산세|불이익|페널티|패널티|(?:안 ?|늦게 ?)[하내]면|안 ?해도|늦으면|미루면|기한[을이]? ?(?:넘|지나|지난|지났|놓)/g,
  tax: /취득세|(?<= |^)세금|세율/g,
  validity:
    /유효 ?기간|몇 ?개월 ?짜리|(?:(?:인감|도장|등본|초본|서류|증명서)[은는이가을를]? ?)?몇 ?[통부장](?!기)|[가-힣]{0,8}(?:증명서?|등본|초본|인감|서류)[은는이가도]? ?(?:(?:\d{1,2}|[한두세석네]|여섯|몇) ?(?:개월|달|년|일|주)|작년|지난달|언제|오래)(?:에|쯤)? ?(?:전에? ?|된|지난|넘은|안에? ?|이?내[에의]? ?)?(?:뗀|뗐|떼|발급|받은|[거꺼]|것|짜리|도|써|쓸)[가-힣]*(?: ?[거것][가-힣]*)?/g,
  // Whether somebody must come, or may send another person.
  proxy: new RegExp(
    [
      '(?:직접|본인[이만은]?|꼭|둘 ?다|두 ?사람 ?다|모두|다 ?같이|같이|함께)(?: ?(?:직접|꼭|다|모두|같이|함께)){0,2} ?가야|안 ?가도|(?:못 ?[가오]|갈 ?수 ?없|올 ?수 ?없)(?:는데|은데|면|으면|게)|가지 ?않아도',
      '(?<= |^)(?:누가|누구[와랑]?|누구[와랑] ?(?:같이|함께)) ?(?:같이 ?|함께 ?|다 ?)?(?:가야|가나요|가요|와야|오나요)',
      '(?:대리인|대리로|대신|다른 ?사람|제?[3삼]자)(?:이|가|은|도|에게|한테)? ?(?:대신 ?)?(?:나?[가와]도|나갈|나?가면|찾[을아]|받[을아](?! ?[주줘])|신청|할 ?수|해도|되|돼|가능|보내)',
      '위임(?!장)[을이도은]? ?(?:가능|되|돼|할|해도)',
    ].join('|'),
    'g',
  ),
  self: /(?:혼자서?|스스로|셀프로?|나 ?홀로|(?:제가 |내가 |본인이 )?직접|법무사 ?(?:없이|안 ?쓰고))(?:도|는|만)? ?(?:(?:등기|신청|설립|말소|소송|재판|공탁)[를을도]? ?)?(?:할 ?(?:수|래|까)|가도|갈 ?수|가면|해도|하면|하려|하는|하고|해 ?볼|하나|가능|되나|돼|될)/g,
}

/** What an amount is asked of that is no cost of the office, and costs of other things. */
const otherAmounts =
  /(?:이사|임원|감사|대표)[의은는]? ?(?:보수|월급|연봉)(?:[은는이가] ?얼마[가-힣]*)?|(?:취득세율?|세금|자본금?|보상금|합의금|위자료|보증금|배상금|인지대|송달료|유효 ?기간|시세|임기|채권|한도|월세|대출금?|주식|금리|이자율?|과태료|벌금)(?:[은는이가도을를]|[은는이가] ?보통)? ?(?:얼마(?!나 ?걸)[가-힣]*|비용)|(?:집|땅|토지|주택|아파트|빌라|오피스텔|상가|건물) ?(?:값|가격)?[은는이가도]? ?얼마(?!(?:나|쯤|정도)? ?(?:걸|들|드[나는]|나오|나와|내))[가-힣]*|중개 ?(?:수수료|보수|비용|료)|상담 ?(?:비용|비|료|요금|수수료)|보수 ?기준|견적서?[를을]? ?보내/g

/** The aspects a text asks for, in its order, and the text without their words. */
export function readAspects(text: string): { aspects: Aspect[]; rest: string } {
  const asked = text.replace(
    otherAmounts,
    (words) => fines.exec(words)?.[0].padEnd(words.length) ?? ' '.repeat(words.length),
  )
  const found = aspects
    .flatMap((aspect) =>
      [...asked.matchAll(aspectWords[aspect])].map(({ index, 0: words }) => ({ aspect, index, words })),
    )
    .filter(({ words }) => words !== '')
  // 기한 며칠 is one thing, and the longer words say which.
  const ordered = found
    .filter((one) => !found.some((other) => other !== one && covers(other, one)))
    .toSorted((a, b) => a.index - b.index)
  // 상속등기 얼마나 may ask for the costs and for the time.
  const bare = found.length === 0 ? /얼마나(?=$| ?(?:요|예요|인가요)$)/.exec(asked) : null
  // With the endings of the words: 비용은요, 얼마예요.
  const rest = ordered.reduceRight((left, { index, words }) => {
    const end = left.indexOf(' ', index + words.length)
    return `${left.slice(0, index).replace(measured, '')} ${end === -1 ? '' : left.slice(end)}`
  }, text)
  const isAlone = ordered.every(({ aspect }) => aspect === 'self' || aspect === 'procedure')
  // 서류의 유효 기간 asks for no papers.
  const isValidity = ordered.some(({ aspect }) => aspect === 'validity')
  if (isValidity) return { aspects: ['validity'], rest }
  return {
    aspects:
      bare === null
        ? [...new Set(ordered.map(({ aspect }) => aspect))].filter((aspect) => isAlone || aspect !== 'self')
        : ['cost', 'duration'],
    rest: bare === null ? rest : rest.slice(0, bare.index),
  }
}

/** What the words after it measure: 시간은 얼마나 걸려요, 돈은 얼마나 들어요. */
const measured =
  /(?<= |^)(?:총 ?)?(?:시간|기간|날짜|돈|금액|값)(?:[은는이가도을를]|이나|이랑)? ?(?:얼마나|보통|대략|오래|많이)? ?$/

interface FoundWords {
  readonly index: number
  readonly words: string
}

function covers(longer: FoundWords, shorter: FoundWords): boolean {
  return (
    longer.words.length > shorter.words.length &&
    longer.index <= shorter.index &&
    longer.index + longer.words.length >= shorter.index + shorter.words.length
  )
}

/** Names for visitors. */
export const aspectNames: Readonly<Record<Aspect, string>> = {
  cost: '비용',
  duration: '걸리는 기간',
  deadline: '기한',
  papers: '서류',
  place: '신청하는 곳',
  procedure: '절차',
  penalty: '늦었을 때',
  tax: '세금',
  validity: '서류의 유효 기간',
  proxy: '대신 가는 일',
  self: '혼자 하는 방법',
}
/** What a fine comes to is a question about the fine. */
const fines = /^(?:과태료|벌금|취득세율?|세금)/

const aspects = Object.keys(aspectNames) as readonly Aspect[]

/** Words by which the text under a heading shows that it answers an aspect. */
const evidence: Readonly<Record<Aspect, RegExp>> = {
  cost: /비용|보수|수수료|견적/,
  duration: /걸립|걸리|걸려/,
  deadline:
    /(?:\d ?(?:일|주|개월|년)|기한)[^.]{0,30}(?:안에|이내|까지|기한|개월이며)|지체 없이|수용개시일까지|\d ?년 동안/,
  papers: /서류|신분증|인감|증명서|협의서/,
  place: /(?:법원|공탁소|등기소|공탁관)(?:에|에게)서? ?(?:신청|신고|합니다|하며|접수|청구)/,
  procedure: /신청|작성|순서/,
  penalty: /과태료|가산세/,
  tax: /취득세|교육세|과세표준/,
  validity: /발행한 날/,
  proxy: /오시기 어려우면|허가 없이 대리/,
  self: /본인이 (?:등기소에 나가거나|직접 할 수)/,
}

export function hasEvidence(text: string, aspect: Aspect): boolean {
  return evidence[aspect].test(text)
}
