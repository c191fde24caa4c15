import { personName } from '../../person-name.ts'

export interface LeftoverWord {
  /** Without the particle at its end; which may be none: 고속도로. */
  readonly word: string
  /** As it was written. */
  readonly written: string
  /** Where it stands in the question. */
  readonly at: number
  /** A rank stands behind it: 강여울 대리. */
  readonly isTitled: boolean
}

/** The words of a question that are not spoken for yet: names of people and places. What every question has is none. */
export function leftoverWords(rest: string): LeftoverWord[] {
  const all = [...rest.matchAll(/["“‘'][^"”’']+["”’']|[\p{L}\p{N}\-–·~()㈜]+/gu)]
  return all.flatMap(({ 0: text, index: at }, place) => {
    const isQuoted = /^["“‘']/.test(text)
    const written = isQuoted ? text.slice(1, -1) : text
    const word = isQuoted ? written : stemOf(written)
    const isEveryday =
      !isQuoted &&
      !said.test(written) &&
      !ofWays.test(written) &&
      (everyday.test(word) || everyday.test(written) || isPredicate(written))
    const isTitled = isRank(stemOf(all[place + 1]?.[0] ?? ''))
    return word.length > 1 && !isEveryday && !isRank(word) ? [{ word, written, at, isTitled }] : []
  })
}

function isRank(word: string): boolean {
  return word !== '' && personName(`홍길동 ${word}`) === '홍길동'
}

/** 사무소로, 사무실에서: where something went, as names do. */
const ofWays = /^사무[소실](?:로|에서)$/

/** 확인이라고 적힌: what is quoted without marks. */
const said = /(?<!뭐)(?:이라고|라고|이라는|라는)$/

/** 나왔지, 불렀나요, 바꾸려면: no name ends so, nor has any a syllable that is closed by ㅆ or ㅄ. */
function isPredicate(word: string): boolean {
  const isTense = [...word.normalize('NFC')].some((letter) => [18, 20].includes((letter.charCodeAt(0) - 0xac00) % 28))
  return isTense || /(?:니까|습니다|는지|나요|까요|려면|려고|세요|네요|지요|죠|누구|언제야|는데|고싶어)$/.test(word)
}

/** A name keeps two letters: 이은 and 김도 stay what they are. */
function stemOf(word: string): string {
  const [, stem = word] =
    /^(.{2,}?)(?:에게서|에게|한테|께서|에서|으로|이랑|하고|이라고|라고|이라는|라는|이고|이나|까지|부터|씨의|씨가|씨|님의|님이|님|은|는|이|가|을|를|의|에|도|만|와|과|로|랑|네)$/.exec(
      word,
    ) ?? []
  // 조보람인 사건; of two letters it may be the name itself.
  if (stem === word) return /^.{3,}인$/.test(word) ? word.slice(0, -1) : word
  return fits(stem, word.slice(stem.length)) ? stem : word
}

/** 마을 is no 마 with a particle: 은, 이, 을, 과 stand behind a closed syllable alone, 는, 가, 를, 와 behind an open one. */
function fits(stem: string, particle: string): boolean {
  const code = stem.charCodeAt(stem.length - 1) - 0xac00
  if (code < 0 || code > 11171) return true
  const isClosed = code % 28 !== 0
  if (/^(?:은|이|을|과|으로|이랑|이고|이나|이라고|이라는)$/.test(particle)) return isClosed
  return /^(?:는|가|를|와|랑|라고|라는)$/.test(particle) ? !isClosed : true
}

const everyday = new RegExp(
  `^(?:${[
    '보여[가-힣]*|보고|봐[가-힣]*|볼[가-힣]*|알려[가-힣]*|찾아[가-힣]*|찾[가-힣]*|검색[가-힣]*|조회[가-힣]*|뽑아[가-힣]*|말해[가-힣]*|가르쳐[가-힣]*|궁금[가-힣]*|확인[가-힣]*|정리[가-힣]*',
    '불렀[가-힣]*|부른|한달|달간|비어[가-힣]*|비었[가-힣]*|하지|되지|앞으|명의[가-힣]*|합치[가-힣]*|함께|같이|하나[가-힣]*|것[가-힣]{0,3}|나누[가-힣]*|골라[가-힣]*|고르[가-힣]*|세어[가-힣]*|갖[가-힣]*|가지고|묶[가-힣]*|놓고|두고|빼고|제외[가-힣]*|가운데|날짜순[가-힣]*|날짜별[가-힣]*|정렬[가-힣]*|추려[가-힣]*|추린|띄워[가-힣]*|올린|올렸[가-힣]*|거야|거지|거예요|기간|돌아오[가-힣]*|끊[가-힣]*|리스트업|목록이요|좀요|넣기[가-힣]*|넣은|번에|한번[가-힣]*|들[은을이의]|들에|결제[가-힣]*|긁[가-힣]*|용도[가-힣]*|비고란[가-힣]*|진행[가-힣]*|이름[가-힣]*|손|댄|때|쯤|정도[가-힣]*|순위|살펴[가-힣]*|챙[가-힣]*|급한|미(?:발행|수령|접수|청구|발송|입력|등록|작성|납부|처리|교부|제출)[가-힣]*|것은|것을|것도|구해[가-힣]*|집계[가-힣]*|내줘|계산[가-힣]*|뽑[가-힣]*|열기|새로|안에|안으로|내에|이내|않[가-힣]*|들어|시작[가-힣]*|대비|등기|공탁|부동산|어디[가-힣]*|언제[가-힣]*|상황|유형|종류|둘째|내용|제목|사유|해서|하여|발행[가-힣]*|수령[가-힣]*|발송[가-힣]*|납부[가-힣]*|작성[가-힣]*|완료[가-힣]*|맡고[가-힣]*|맡은|끝난|끝나[가-힣]*|해|그런데|근데|인데|목록|명단|카드[가-힣]*|에서|돈만|점심[가-힣]*|저녁[가-힣]*|주소|리스트|현황|가게|곳|마지막[가-힣]*|처음[가-힣]*|잡힌|잡혀[가-힣]*|걸려[가-힣]*|나열[가-힣]*|줄래|이미|벌써|아닌|아니고|세면|합하[가-힣]*|기타|로부터|끼어[가-힣]*|건지|것인지|몇프로|프로|퍼센트|뭐뭐|걸린|든|일정|쪽|들어가[가-힣]*|내역|자료|데이터|정보|기록|전체|전부|모든|모두|다|총|지금|현재|아직|최근[가-힣]*|요즘|이제|혹시|그냥|그럼|그러면|그리고|그중[가-힣]*|거기[가-힣]*|우리|저희|사무소|사무실|관련[가-힣]*|대한|대해[가-힣]*|건들?|사건들?|것들?|거|게|중인?|중에서?',
    '있[가-힣]*|없[가-힣]*|되[가-힣]*|된[가-힣]*|됐[가-힣]*|돼[가-힣]*|한|하는|하고|했[가-힣]*|해줘?|해주세요|하자|할|해야|인|인가요?|이야|야|이에요|예요|입니다|입니까|인지|이면|나|난|나요|나온|나간|까지|부터|사이|동안|이상|이하|미만|초과|경우|기준[가-힣]*|날짜|금액|비용|돈|값|누구|누가|뭐[가-힣]*|무엇[가-힣]*|어떤|어떻게|어때[가-힣]*|어느|언제|얼마[가-힣]*|누구[가-힣]*|몇|몇[가-힣]|좀|주세요|줘|줘요|부탁[가-힣]*|싶[가-힣]*|적힌|적혀[가-힣]*|나온|나간|들어온|들어왔[가-힣]*|온|왔[가-힣]*|들어간|쓴|썼[가-힣]*|사용[가-힣]*|받은|받았[가-힣]*|받[가-힣]*|낸|보낸|맡은|맡고|처리[가-힣]*|신청[가-힣]*|등록[가-힣]*|접수[가-힣]*|진행[가-힣]*|일[이은을]?|월|달|년|주|번째|개|명|건수|개수|많[가-힣]*|적은|크[가-힣]*|큰|높은|낮은|순|순서|순으로|제일|가장|남[가-힣]*|빠[가-힣]*|직원|사람들?|담당|이름|오늘|내일|이번|지난|다음|예정[가-힣]*|가|간|갈|가요|이|추이|이용[가-힣]*|이고|이면서|이며|이랑|이거나|또는|씩|각각|수와|수랑|수하고|소유|소유의|소유인|소유한|그|저|및|또|더|씩|건당|만|도|별|별로|요약[가-힣]*|표로|표|나눠[가-힣]*|비교[가-힣]*|분석[가-힣]*|합쳐[가-힣]*|알고|원|원인|안|못|안된|안한|대로|정도|입금[가-힣]*|열어[가-힣]*|비율|쉬는|간|가는|갔[가-힣]*|들|관한',
  ].join('|')})$`,
)
