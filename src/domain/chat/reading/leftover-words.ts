import { removeJobTitle } from '#domain/text/person-name.ts'

/**
 * Whether a word is part of everyday questions and names nothing: 보여줘, 얼마나, 목록. People are called
 * 정도담 and 남가온, so words that names begin with (정도, 남) only count as whole words.
 */
function isEveryday(word: string): boolean {
  return wholeWords.has(word) || beginnings.test(word) || chatter.test(word)
}

const wholeWords = new Set(
  `
  소유자 소유주 토지주 공탁자 피공탁자 담당자 의뢰인 위임인 신청인 매수인 매도인 채무자 채권자 고객 고객님 손님
  가 가게 가는 가요 가운데 가장 가지고 각각 간 갈 값 같이 개 개수 거 거야 거예요 거지 건 건가요 건당 건들 건수 건지 걸린 게 경우 곳 공탁 관한 교부 구해 구해주세요 구해줘 그 그냥 그러면 그런데 그럼 그리고 근데
  금액 급한 기간 기록 기타 까지 끝난 나 나간 나온 나요 난 날짜 낮은 내신 내에 내역 내용 내용인지 내일 내줘 낸 넣은 년 높은 놓고 누가 님인 다 다음 달 달간 담당 대로 대비 대한 댄 더 데 데가 데는 데이터 도 돈
  돈만 돈을 돈이 동안 두고 둘째 든 등기 때 또 또는 라고 로부터 리스트 리스트업 만 만요 맡은 명 명단 모두 모든 모아 모아서 목록 목록이요 못 미만 및 번에 번째 벌써 별 별로 보고 보낸 부동산 부른 부터 비용 비율
  빼고 사건 사건들 사람 사람들 사무소 사무실 사유 사이 상황 새로 세면 소유 소유의 소유인 소유한 손 수는 수랑 수와 수하고 순 순서 순서대 순서대로 순위 순으로 쉬는 쓰신 쓴 씩 아니고 아닌 아무 아직 안 안된 안에
  안으로 안한 알고 앞으 야 어느 어떤 어떻게 에서 여태 여태껏 열기 예요 예정 예정된 예정인 예정일 오늘 온 올린 요즘 용도 용도로 우리 원 원인 월 유형 으로 이 이유 이거나 이고 이내 이라고 이랑 이며 이면 이면서 이미
  이번 이상 이야 이에요 이용 이용내역 이용하는 이용한 이제 이하 인 인가 인가요 인데 인지 일 일은 일을 일이 일정 입니까 입니다 입력 자료 잡힌 장부 장부에서 저 저는 저희 적은 적힌 전부 전체 정도 정도로 정보 제목
  제일 좀 좀요 종류 주 주세요 주소 주시면 주십시오 줄래 줄래요 중 중에 중에서 중인 줘 줘요 지금 지난 직원 직원들 쪽 쪽에서 쪽이 쯤 청구 초과 총 최근 최근에 추린 추이 큰 퍼센트 표 표로 프로 필요 하고 하나
  걸로 거로 것으로 건으로 그걸 이걸 저거 그날 땅 집
  따로 따로따로 지난번 지난번에 저번 저번에 이번에 다음번
  다른 주인 차이 증가 감소 보다 포함 그래프 차트
  구입 구매 말고 무슨 사업 둘다 둘 셋다 다같이 모두다 하나만 하는 하신 하여 하자 하지 한 한꺼번 한달 할 함께 해 해서 해야 해주세요 해줘 현재 현황 혹시
  `.split(/\s+/),
)

/** Greetings and laughter; searched, their letters would match the initials of any name. */
const chatter =
  /^(?:(?:거|것|건|게)들?(?:[은는이가을를도만]|야|예요|지)?|ㅎㅇ|ㅇㅋ|ㄱㅅ|ㄳ|ㅂㅇ|ㄱㄱ|ㅇㅇ|[ㅋㅎㅠㅜㅡ]+|안녕[가-힣]*|하이|저기요?|나와[요서]?|붙은|프로야|프로예요|프로지|프로인가요?|퍼센트[가-힣]*)$/

/** These match with any ending. */
const beginnings = new RegExp(
  `^(?:${`
  도래 돌아오는 가르쳐 갔 갖 거기 걸려 검색 것 결제 계산 고르 골라 관련 궁금 그중 긁 기준 끊 끝나 끼어 나누 나눠 나열 날짜별 날짜순 남는 남아 남았 남은 남지 납부 넣기 누구 대해 돌아오 돼 됐 되 된 들만 들어 들에 들은 들을
  들의 들이 들인 등록 띄워 마지막 많 말해 맡고 며칠 명의 몇 무엇 묶 뭐 뭔가 미교부 미납부 미등록 미발송 미발행 미수령 미입력 미작성 미접수 미제출 미처리 미청구 받 발송 발행 보여 볼 봐 부탁 분석 불렀 비고란 비교
  비어 비었 빠 뽑 사용 살펴 상태 세어 손대 수령 쉬어 쉬나 쉬니 쉬냐 쉬지 시작 신청 싶 썼 않 알려 어디 어때 언제 얼마 없 열어 올렸 완료 왔 요약 이름 입금 있 작성 잡아 잡혀 적어 적혀 접수 정렬 정리 제외 제출 조회 주실 진행
  집계 찾 챙 처리 처음 추려 카드 크 필요하 필요합 포함하 포함해 포함한 포함된 한번 합쳐 합치 합하 했 확인
  `
    .trim()
    .split(/\s+/)
    .join('|')})`,
)

export interface LeftoverWord {
  /** Without a trailing particle, unless the ending belongs to the word (고속도로). */
  readonly word: string
  /** As written. */
  readonly typed: string
  /** Position in the question. */
  readonly at: number
  /** The rank after it: 강여울 대리. */
  readonly title: string | null
}

/**
 * The remaining words of a question that may be names of people and places; everyday words are left
 * out.
 */
export function listLeftoverWords(remainingText: string): LeftoverWord[] {
  return listWords(remainingText).filter(({ isCommon }) => !isCommon)
}

/** All words, with whether they are everyday ones. */
export function listWords(remainingText: string): (LeftoverWord & { readonly isCommon: boolean })[] {
  const tokens = [...remainingText.matchAll(/["“‘'][^"“”‘’']+["”’']|[\p{L}\p{N}\-–·~()㈜]+/gu)]
  return tokens.flatMap(({ 0: text, index: at }, index) => {
    const isQuoted = /^["“‘']/.test(text)
    const typed = isQuoted ? text.slice(1, -1) : text
    const word = isQuoted ? typed : stripParticle(typed).replace(/(?<=장|리|원|임|사)(?:급|직급)$/, '')
    const isCommon =
      !isQuoted &&
      !quotative.test(typed) &&
      !connectives.test(typed) &&
      (isEveryday(word) || isEveryday(typed) || isPredicate(typed))
    const next = stripParticle(tokens[index + 1]?.[0] ?? '')
    const title = isJobTitle(next) ? next.replace(/(?<=.)님$/, '') : null
    // 외 2명 tells people of a name apart.
    const isOther = word === '외' && /^\d+명/.test(tokens[index + 1]?.[0] ?? '')
    // 강여울 과장님: the rank of the name before it.
    const isRank = isJobTitle(word) && isNameBefore(tokens[index - 1], { text: remainingText, at })
    return (word.length > 1 || isOther) && !isRank ? [{ word, typed, at, title, isCommon }] : []
  })
}

/** Whether the token before a word may be a name, and nothing but blanks is between them. */
function isNameBefore(before: RegExpExecArray | undefined, { text, at }: { text: string; at: number }): boolean {
  if (!before) return false
  const word = stripParticle(before[0])
  const isAdjacent = text.slice(before.index + before[0].length, at) === ' '
  return isAdjacent && word === before[0] && word.length > 1 && !isEveryday(word) && !isPredicate(word)
}

export function isJobTitle(word: string): boolean {
  return word !== '' && removeJobTitle(`홍길동 ${word}`) === '홍길동'
}

/** The office as receiver or sender of a delivery (사무소로, 사무실에서); kept like a name. */
const connectives = /^사무(?:[소실](?:로|에서)|소가|실이)$/

/** A quotation without quotation marks: 확인이라고 적힌. */
const quotative = /(?<!뭐)(?:이라고|라고|이라는|라는)$/

/**
 * Whether the word is a predicate (나왔지, 불렀나요, 바꾸려면): names never end like this and have no syllable
 * closed by ㅆ or ㅄ.
 */
function isPredicate(word: string): boolean {
  const isTense = [...word.normalize('NFC')].some((letter) => [18, 20].includes((letter.charCodeAt(0) - 0xac00) % 28))
  return (
    isTense ||
    /(?:니까|습니다|는지|나요|까요|려면|려고|세요|네요|지요|죠|누구|언제야|는데|고싶어|하면|되면|으면|빼면|거든)$/.test(
      word,
    )
  )
}

/** Leaves at least two letters of a name, so 이은 and 김도 stay unchanged. */
function stripParticle(word: string): string {
  // 도래하는 is a verb.
  if (/[하되]는$/.test(word)) return word
  const [, stem = word] =
    /^(.{2,}?)(?:들에게|들의|들이|들은|들을|님들|들|에게서|에게|한테|께서|에서|으로|이랑|하고|이라고|라고|이라는|라는|이고|이나|까지|부터|이야|이에요|이예요|예요|인가요|인가|이죠|이지요|이냐|입니까|인데요|인데|씨의|씨가|씨|님의|님이|님|은|는|이|가|을|를|의|에|도|만|와|과|로|랑|네)$/.exec(
      word,
    ) ?? []
  // 조보람인 사건; with two letters 인 may belong to the name.
  if (stem === word) return /^.{3,}인$/.test(word) ? word.slice(0, -1) : word
  return canFollow(stem, word.slice(stem.length)) ? stem : word
}

/**
 * Whether a particle fits the last syllable: 은, 이, 을, 과 follow a closed one, 는, 가, 를, 와 an open
 * one. So 마을 is not 마 with a particle.
 */
function canFollow(stem: string, particle: string): boolean {
  const code = stem.charCodeAt(stem.length - 1) - 0xac00
  if (code < 0 || code > 11171) return true
  const isClosed = code % 28 !== 0
  if (/^(?:은|이|을|과|으로|이랑|이고|이나|이라고|이라는|이야|이에요|이예요|이죠|이지요|이냐)$/.test(particle))
    return isClosed
  return /^(?:는|가|를|와|랑|라고|라는)$/.test(particle) ? !isClosed : true
}
