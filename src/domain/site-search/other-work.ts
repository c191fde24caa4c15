import { correctEverydaySpelling } from '#domain/text/everyday-spelling.ts'
import { normalizeForSearch } from '#domain/text/search-text.ts'

/** The words of the section about the registrations that the list of services leaves out. */
export const registerChange = '전세권 지상권 가등기'

/** 이사해서, 이사 왔어요: to move, and no director. */
const moved =
  '(?:(?<= |^)|[에로])이사(?:를|을)? ?(?:했|해(?!임)|하고|하면|하려|한(?! ?명)|함|왔|와서|온|갔|가서|가면|간)'

/** What spouses divide: a house that is given, taken or kept, and not one that somebody left. */
const divided =
  '명의|재산|등기|취득세|앞으로|부동산|아파트|빌라|주택|오피스텔|상가|건물|토지|땅|집[을를은도]? ?(?:(?:제가|내가|누가|서로|반반|절반|제게|저한테|남편[이은]?|아내[가는]?) ?){0,2}(?:넘|[주줘줬준줄]|받|갖|가[지져질]|나[누눠눌눈]|옮|이전|정리|지분)'

/**
 * Work outside the office's services, by words that name it, with the words of the section that
 * says whether a scrivener may do it. Such a question is about that, also when it asks for the cost
 * or the papers: nothing else on the site is about bankruptcy.
 */
const otherWork: readonly (readonly [named: RegExp, answeredBy: string])[] = [
  [
    /회생|파산|(?<!(?:돌아가|사망|상속).{0,60})카드 ?빚|빚[이을을도]? ?못 ?갚[겠을]|신용 ?회복|워크아웃|(?:빚|채무) ?(?:탕감|조정)|면책 ?(?:신청|결정|받)/,
    '개인회생 개인파산',
  ],
  [
    /^(?!(?:주 |.*(?:등기|법인|회사|상호|임원|대표)))(?=.*(?:개명|이름[을도]? ?(?:바꾸|바꿔|바꿀|변경|고치))).*$/,
    '개명 성년후견 가족관계등록',
  ],
  [
    /후견|금치산|치매|의식 ?불명|(?<!친양자 ?)입양(?!관계)|실종 ?선고|부재자|성본 ?변경|가족 ?관계 ?등록부?[를을도]? ?(?:정정|고치|바꾸|바로|창설)/,
    '개명 성년후견 가족관계등록',
  ],
  [/^(?!.*(?:강제 ?경매|경매 ?(?:신청|진행)|넘어|막))(?=.*(?:경매|공매|입찰|낙찰)).*$/, '경매 공매 입찰'],
  // Who has a note of a debt, or has sent a letter, and is not paid asks how to collect.
  [
    /^(?!(?=.*(?:차용증|내용 ?증명|각서|공증))(?=.*(?:못 ?받|안 ?[갚줘주준]|돌려 ?(?:주지|받)|떼[였먹]|빌려|지급 ?명령|(?:돈|대금)[을이은도]? ?(?:없|달라)))(?!.*(?:(?:써|쓰|작성|만들)[가-힣]{0,2} ?(?:주[시세실나려]|줘|줄 ?수|달라|야|려고?|고 ?싶|하나|할)|보내 ?(?:주[시세실]|줘|야|려|고 ?싶)|보낼))).*(?:내용 ?증명|고소장|고발장|고소 ?(?:하|해|대리)|진정서|탄원서|차용증|공증|각서|합의서|(?<!전세 ?)사기 ?(?:당|맞|쳤)|계약서[를을도]? ?(?:작성|써|쓰|만들|대필|검토|봐))/,
    '내용증명 고소장 계약서',
  ],
  [
    /^(?!.*(?:취득세|세금 ?신고[는은을를]? ?(?:언제|기한|며칠)))(?=.*(?:상속세|증여세|양도 ?(?:소득)?세|소득세|종부세|부가 ?(?:가치)?세|절세|세금 ?신고|세금[을이은도]? ?(?:더 ?|제일 ?|가장 ?)?(?:적|싸|싼|줄이|줄여|아끼|덜|유리|절약)|세무사)).*$/,
    '상속세 증여세 신고 특허 인허가',
  ],
  [/특허|상표 ?(?:등록|출원)|인허가|(?<= |^)비자(?= |$)|출입국|영주권|귀화/, '상속세 증여세 신고 특허 인허가'],
  [
    /^(?!.*공탁)(?=.*(?:형사|국선|변호(?:해|를|도|인)|변호사(?:님)?(?: ?사무[실소])?(?:이세|이신|인가|이에|예요|입니까|세요|신가|이야|임| ?있|도 ?(?:있|하))|(?:소송|재판|법정)(?:을|를|도|은|에|에도|까지|에서)? ?(?:사건(?:을|도)? ?)?(?:좀 ?|대신 ?|같이 ?)?(?:맡|대신|의뢰|수임|위임|대리|(?:해|나?[가와]|출석 ?해|서) ?(?:주[시나실세]|줘|줄|주는))|양육[비권]|위자료|친권)).*$/,
    '소송 대리 이혼 소송 형사 변호',
  ],
  [/^(?!.*말소)(?=.*가등기).*$/, registerChange],
  // An owner who moved or has another name; companies, sales and leases have other answers.
  [
    new RegExp(
      `^(?!.*(?:법인|회사|대표|임원|감사|본점|지점|사무[실소]|상호|상속|증여|매매|잔금|공탁|임차|보증금|전세|월세|말소|설정|인감|사임|퇴임|해임|임기|소송|재판|상대방|채무자|지급명령))(?:${[
        `(?=.*${moved})(?=.*(?:등기|주소))`,
        '(?=.*(?:등기|등본))(?=.*(?:이름|성명|주소|개명|주민 ?(?:등록)? ?번호))(?=.*(?:바뀌|바뀐|바뀜|바꾸|바꿔|바꿨|바꿀|변경|달라|다르|다른|틀리|틀린|틀렸|고치|고쳐|정정|개명))',
      ].join('|')}).*$`,
    ),
    registerChange,
  ],
  // A divorce itself is a lawyer's matter; the registrations it leads to are ours.
  [new RegExp(`이혼(?!.{0,40}(?:${divided}|집[을를은]))(?<!(?:${divided}).{0,60})`), '소송 대리 이혼 소송 형사 변호'],
  [
    /(?:안|못) ?(?:하|맡)(?:는|으시는|시는|실|을) ?(?:일|거|것|업무)|(?:하지|맡지) ?않는|취급 ?(?:안|하지)/,
    '변론 소송대리 협상 하지 않습니다',
  ],
  [
    /(?:내|제|우리|저희|맡긴|맡겼던|의뢰한|신청한|접수한) ?(?:사건|등기|일|건|서류|공탁)[은는이가도]? ?(?:지금 ?|현재 ?|언제 ?|어떻게 ?)?(?:어디|어느 ?정도|얼마나 ?(?:됐|되었|진행)|진행|됐나|되었나|되고 ?있|됐는지|끝났|완료|처리)|어디까지 ?(?:됐|되었|되고|진행|왔|갔)|(?:맡긴|맡겼|의뢰한|신청한|접수한) ?[가-힣 ]{0,12}(?:됐[나는어]|되었[나는]|끝났|나왔|완료)|(?:접수|등기)[가는은]? ?(?:됐|되었|나왔|끝났|완료 ?(?:됐|되었))[나는어]|진행 ?(?:상황|상태|경과|조회)|사건 ?조회|접수 ?번호(?:[를을]|로)? ?(?:알|조회|확인)/,
    '맡긴 사건 진행',
  ],
]

/**
 * Rights and changes that the list of registrations leaves out. Only for questions that no other
 * section answers: an office may have a page about them.
 */
const otherRegistrations =
  /전세권|지상권|지역권|가등기|등기명의인 ?표시|^(?!.*(?:법인|회사|대표|임원|본점))(?=.*(?:등기|등본))(?=.*(?:이름|성명|주소|주민|개명|정정|경정))/

/** The words of the section about other work that a question names; null for any other question. */
export function findOtherWork(question: string): string | null {
  const text = toPlainWords(question)
  return otherWork.find(([named]) => named.test(text))?.[1] ?? null
}

export function findOtherRegistration(question: string): string | null {
  return otherRegistrations.test(toPlainWords(question)) ? registerChange : null
}

function toPlainWords(question: string): string {
  const words = normalizeForSearch(question.slice(0, maxLength)).replace(/[^가-힣ㄱ-ㅎa-z0-9]+/g, ' ')
  return correctEverydaySpelling(words.trim())
}

const maxLength = 200
