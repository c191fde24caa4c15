/**
 * The question with everyday spellings as the other rules read them: 어케 → 어떻게, 쓴거 → 쓴 거, 어디까지 됐어 →
 * 상태. A text to write down (비고에 …) stays as typed.
 */
export function readSpoken(question: string): string {
  const text = question.normalize('NFC')
  const writes = /적어|남겨|써|추가|입력|넣어|바꿔|고쳐|라고/.test(text)
  if (/["“‘']/.test(text) || (writes && /비고|메모|특이\s?사항/.test(text))) return text
  const spelled = spellings
    .reduce((read, [pattern, spelling]) => read.replace(pattern, spelling), text)
    .replace(spokenWon, writeDigits)
  return spelled.replace(gluedThing, (typed: string, verb: string, thing: string) =>
    isModifier(verb) && (thing !== '건' || verb.length > 1) ? `${verb} ${typed.slice(verb.length)}` : typed,
  )
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/어케\s?|으케\s?|어떠케\s?/g, '어떻게 '],
  [/몇일/g, '며칠'],
  [/갯수/g, '개수'],
  [/(?<=취득세율)[은는이가]?\s?(?:몇\s?(?:프로|퍼센트|%)|얼마)[가-힣]{0,4}/g, ''],
  [/(?<![가-힣])충전(?=[은는]?\s?몇\s?번)/g, '퀵 충전'],
  [/(?<![가-힣])전번/g, '전화번호'],
  [/(?<=[가-힣])\s?꺼(?=(?:[은는이가도만임]|야|예요|니|냐|죠|지|인가요?)?(?:\s|$|[?!.,]))/g, ' 거'],
  [/(?<=[가-힣])\s?껀(?=\s|$|[?!.,])/g, ' 거는'],
  // 낼 돈 is to be paid.
  [
    /(?<![가-힣])(?<!(?:[을를은는이가]|언제|얼마|[돈세료비금액]) ?)낼(?=까지|은|도|[은도]?\s|$|[?!.,])(?!\s?(?:돈|금액|비용|세금|사람|공과금|취득세|서류|(?:거|것|게|건|수|때|곳)(?![가-힣]{2})))/g,
    '내일',
  ],
  [/(?<![가-힣])(?:내일|낼)\s?모레/g, '모레'],
  [/(?<![가-힣])(다?)담\s?(?=[주달](?:[에의은는도까부로말초]|\s|$|[?!.,]))/g, '$1다음 '],
  [/(?<![가-힣])요번\s?(?=[주달])/g, '이번 '],
  // 내사건, 새문의: the noun begins after its first syllable.
  [
    /(?<![가-힣])(내|새)(?=(?:사건|공탁|등기|문의|휴가|연차|일정|담당)(?:\s|$|[은는이가을를도만?!.,]|목록|몇|중))/g,
    '$1 ',
  ],
  [/(?<![가-힣])젤\s?(?=[많큰크높비적작낮싼오최빠늦먼바급나일긴짧먼])/g, '제일 '],
  // 담당자별 추이 has its groups.
  [/(?<=[가-힣]별로? [가-힣 ]{0,12})추이[는가를]?(?=\s|$|[?!.,])/g, ''],
  [/(?<![가-힣])추이[는가를]?(?=\s|$|[?!.,])/g, '월별'],
  [
    /(?<=(?:접수|건수|매출|보수료|금액|비용|미수금|완료|등록|공탁|등기|퀵|문의|사건))추이[는가를]?(?=\s|$|[?!.,])/g,
    ' 월별',
  ],
  // How far a record is: its state and its days.
  [
    /어디까지(?:\s?(?:처리|진행|완료|일))?(?:이|가)?\s?(?:됐|되|된|돼|했|해|한|갔|간|왔|온|진행|끝)[가-힣]*(?:\s?(?:거|건|상태)[가-힣]*|\s?있[가-힣]*)?/g,
    '상태',
  ],
  [/등기소에?\s?(?:들어)?(?:가야|갈|가는|가져갈|넣을|넣어야)(?:\s?(?:되는|하는|될|할))?/g, '등기예정 '],
  [/소유자[가이]?\s?바뀐/g, '소유자 변경된'],
  [/말소된\s?근저당권?/g, '근저당권 말소된'],
  [/근저당\s?(?=(?:설정|말소)된)/g, '근저당권 '],
  [/근저당(?=(?:설정|말소)(?!\s?(?:처리|보수|접수)))/g, '근저당권'],
  [/등기\s?(?:신청\s?)?사건(?:으로|이)\s?(?:넘어간|넘어갔던|넘긴|된|간)(?=\s|$)/g, '등기신청사건인'],
  // 600건 중에 몇 프로: of all.
  [/\d{2,5}건\s?(?=중에?서?\s)/g, ''],
  [/두\s?(?=(?:건|개|명|곳)(?:만|씩)?(?:\s|$))/g, '2'],
  [/(?<![가-힣])세\s?(?=(?:건|개|명|곳)(?:만|씩)?(?:\s|$))/g, '3'],
  [/(?<![가-힣])네\s?(?=(?:건|개|명|곳)(?:만|씩)?(?:\s|$))/g, '4'],
  [/다섯\s?(?=(?:건|개|명|곳)(?:만|씩)?(?:\s|$))/g, '5'],
  [/(?<![가-힣])열\s?(?=(?:건|개|명|곳)(?:만|씩)?(?:\s|$))/g, '10'],
]

/** Won in letters: 만오천원, 십만 원. */
const spokenWon = /(?<![\d가-힣.,])(?:[일이삼사오육칠팔구]?[십백천만억]){1,6}(?=\s?원)/g

function writeDigits(won: string): string {
  return won
    .replace(/[일이삼사오육칠팔구]/g, (digit) => String('일이삼사오육칠팔구'.indexOf(digit) + 1))
    .replace(/(?<!\d)(?=[십백천])|^(?=[만억])/g, '1')
}

const gluedThing = /(?<![가-힣])([가-힣]{1,8}?)(거|것|게|건)(?:들)?(?:[은는이가을를도만]|야|예요|지)?(?![가-힣])/g

/** Whether a word ends like a verb before a noun: 쓴, 도래하는, 넣을. */
function isModifier(word: string): boolean {
  const final = ((word.normalize('NFC').codePointAt(word.length - 1) ?? 0) - 0xac00) % 28
  return times.test(word) || ((final === 4 || final === 8) && !nouns.test(word))
}

const times = /(?:방금|아까|지금|오늘|어제|내일|모레|[월일주달])$/
const nouns = /^(?:물|안|문|신|선)$/
