import { afterAll, expect, test } from 'vitest'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** An answer gives the figure that was asked for, or says what it does not know. */
const { ask, close } = await openStaffChat({ units: 20, addresses: 100 })
afterAll(close)

function listTitles({ parts }: Awaited<ReturnType<typeof ask>>): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'table' ? [part.title] : []))
}

test.each([
  ['공탁 사건 중에 소송 걸린거 몇 건', '소송'],
  ['경매 들어온 등기 있어?', '경매'],
  ['재촉해야 하는 문의 몇 건', '재촉'],
  ['주민 반발 있는 공탁 몇 건', '주민 반발'],
  ['압류된 세대 몇 개', '압류된'],
  ['홍길동 공탁 사건', '홍길동'],
  ['9999호 등기', '9999호'],
])('%s: names ‘%s’, which no record contains, and gives no figure', async (question, words) => {
  const answer = await ask(question)
  expect(answer.message).toMatch(new RegExp(`^‘${words}’[이가] 들어 있는 .+ 없습니다\\.`))
  expect(answer.message).not.toMatch(/\d건|\d원/)
  expect(listTitles(answer)).toEqual([])
})

test.each([
  ['11월 공탁 중에 이의신청 들어온 거 몇 건', '이의신청', '서류접수일 2026.11.01 ~ 2026.11.30'],
  ['소송이 걸렸는데 입금일 없는 공탁', '소송', '입금일 없음'],
  ['이번 달에 청구할 공탁 몇 건', '이번 달', '비용청구일 없음'],
])('%s: names ‘%s’ and what it understood, and gives no figure', async (question, words, rest) => {
  const answer = await ask(question)
  expect(answer.message).toContain(words)
  expect(answer.message).toContain(rest)
  expect(answer.message).not.toMatch(/\d건/)
  expect(listTitles(answer)).toEqual([])
})

test('a known word that no record with the other conditions has is no 0건', async () => {
  const { message } = await ask('서단비 완료된 문의')
  expect(message).toMatch(
    /^상태 완료: ‘서단비’가 들어 있는 문의는 없습니다\. 그 말을 빼면 \d+건, 그 말만으로는 1건입니다\.$/,
  )
})

test('a greeting is no word to search', async () => {
  expect((await ask('ㅎㅇ 오늘 일정 좀')).message).toBe((await ask('오늘 일정')).message)
})

test.each([
  ['등기접수하고 필증까지 평균 며칠 걸려?', '평균 며칠 걸려'],
  ['공탁 처리 기간 평균', '처리 기간'],
  ['공탁 하루 평균 몇 건', '하루 평균'],
  ['월평균 등기 건수', '월평균'],
  ['문의 평균', '평균'],
  ['휴가 평균 며칠', '평균'],
])('%s: ‘%s’ is not known, and no other figure is given', async (question, words) => {
  const answer = await ask(question)
  expect(answer.message).toMatch(new RegExp(`‘${words}’[은는] .+ 알 수 없습니다\\.`))
  expect(answer.message).not.toMatch(/\d건|\d원/)
  expect(listTitles(answer)).toEqual([])
})

test.each([
  ['점심값 한번에 평균', /카드사용내역 \d+건, 합계 [\d,]+원, 한 건 평균 [\d,]+원입니다\.$/],
  ['이번달 입금된 공탁 총 얼마', /비용 합계 [\d,]+원입니다\.$/],
  ['이번 달 공탁 총 얼마 들어왔어', /^입금일 .+비용 합계 [\d,]+원입니다\.$/],
  ['세대 채권최고액 합계', /채권최고액 합계 [\d,]+원입니다\.$/],
  ['지난달이랑 이번달 퀵비 비교', /금액 [\d,]+원 (?:늘|줄)었습니다\.$/],
  ['공탁 취소 몇 퍼센트야', /취소 3\.1%/],
  ['등기 완료율', /완료 \d+(?:\.\d)?%/],
  ['공탁 상태별 비율', /보류 \d+(?:\.\d)?%/],
  ['올해 공탁 완료 비율', /^등기접수일 2026\.01\.01.+조사중 \d+(?:\.\d)?%, .+완료 \d+(?:\.\d)?%입니다\.$/],
  ['공탁 보류 비중', /보류 \d+(?:\.\d)?%/],
])('%s gets the figure that was asked for', async (question, figure) => {
  expect((await ask(question)).message).toMatch(figure)
})

test.each([
  '누리천 정비 2차랑 별빛 배수지 확장 중에 공탁 어디가 더 많아',
  '누리천 정비 2차랑 별빛 배수지 확장 공탁 건수 비교',
  '누리천 정비 2차하고 별빛 배수지 확장 공탁 각각 몇 건',
])('%s compares the two projects', async (question) => {
  const { parts } = await ask(question)
  const rows = parts.flatMap((part) => (part.kind === 'table' ? part.rows : []))
  expect(rows.map(([name]) => name)).toEqual(['누리천 정비 2차', '별빛 배수지 확장'])
})

test.each([
  ['지난달 사무용품비', /^2026\.10\.01 ~ 2026\.10\.31 · 구분 ‘사무용품’: 카드사용내역/],
  ['주유 제일 많이 한 달', /· 구분 ‘주유’: 카드사용내역/],
  ['야근 저녁 올해 총액', /· 저녁 · 구분 ‘야근 저녁’: 카드사용내역/],
  ['저녁 지난달', /^2026\.10\.01 ~ 2026\.10\.31 · 저녁: 카드사용내역/],
  ['주차랑 사무용품 각각 올해', /구분 .*‘주차’.*: 카드사용내역/],
  ['달빛국밥 몇 번 갔지', /^검색어 ‘달빛국밥’: 카드사용내역/],
  ['솔빛새마음금고 대표 알려줘', /^은행명 ‘솔빛새마음금고’: 은행 1건/],
  ['한나래가 대표인 은행', /^대표자 ‘한나래’: 은행 1건/],
  ['하늘산단관리(주) 주소', /: 회사 1곳/],
  ['한미르 차장 어느 회사야', /: 관리자 1명/],
  ['별빛 배수지 확장 시작일', /: 사업구간 1개/],
  ['솔빛도시개발공사에 청구 안 한 공탁', /^비용청구일 없음 · 공탁자 ‘솔빛도시개발공사’: 공탁 사건/],
  ['지상권말소 빼고 공탁 몇 건', /^등기목적 지상권말소 제외: 공탁 사건 \d+건/],
  ['퀵 9월 평균', /구분 배송: 퀵 기록 \d+건, 금액 합계/],
  ['서단비 메모', /^검색어 ‘서단비’: 문의 1건/],
  ['공탁 중에 우편 안 보낸 비율', /^우편 발송일 없음: 공탁 사건 \d+건입니다\. 공탁 사건 800건의 [\d.]+%입니다\.$/],
  ['지난달 공탁 접수 제일 많은 날', /‘2026-10-\d\d’[^.]*가장 많습니다/],
])('%s uses the words of a closed list and of the fields', async (question, answer) => {
  const { message } = await ask(question)
  expect(message).toMatch(answer)
})

test('the kinds of a word that no record has are not the whole month', async () => {
  const { message } = await ask('지난달 회식비 얼마')
  expect(message).toMatch(/^‘회식’이 들어 있는 카드사용내역은 없습니다/)
  expect(message).not.toMatch(/\d원/)
})

test.each([
  '12월에 휴가 가는 사람 누구야',
  '12월 휴가 신청 누가 했어',
  '12월에 쉬는 사람 있어?',
  '12월에 누가 쉬어',
  '12월 직원들 휴가',
])('%s: says that only own requests are seen, and shows those that wait', async (question) => {
  const { message, parts } = await ask(question)
  expect(message).toMatch(/^본인의 신청만 보입니다\.\n/)
  expect(parts.flatMap((part) => (part.kind === 'table' ? part.rows : []))).toEqual([
    ['김가온', '연차', '2026-12-14', '2026-12-16', '대기'],
  ])
})

test.each(['이나래 올해 연차 며칠 썼어?', '이나래 12월 휴가', '이나래 휴가 언제야', '이나래 오늘 쉬어?'])(
  '%s is not answered with the asker’s own leave',
  async (question) => {
    const answer = await ask(question)
    expect(answer.message).toMatch(/^본인의 신청만 보입니다\./)
    expect(listTitles(answer)).toEqual([])
  },
)

test.each(['내 휴가 언제야', '내 휴가 어떻게 됐어', '내 휴가 신청 목록', '내 휴가 날짜 알려줘'])(
  '%s shows the own requests',
  async (question) => {
    const answer = await ask(question)
    expect(answer.message).not.toContain('본인의 신청만')
    expect(JSON.stringify(answer.parts)).toContain('2026-12-14')
  },
)

test('the lot of an address leads to its owner in 부동산 주소', async () => {
  const rows = (await ask('부동산 주소 목록')).parts.flatMap((part) => (part.kind === 'table' ? part.rows : []))
  const [lot = '', owner] = [rows[0]?.[0], rows[0]?.[4]]
  const place = String(lot).split(' ').slice(-2).join(' ')
  for (const words of ['누구 땅이야', '등기부', '토지 소유자 누구', '필지 주인']) {
    const answer = await ask(`${place} ${words}`)
    expect(listTitles(answer), words).toEqual(['부동산 주소'])
    expect(JSON.stringify(answer.parts)).toContain(JSON.stringify(owner))
  }
})

test.each(['여울동에 땅 몇 필지 있어', '여울동 토지 몇 개', '여울동 필지 목록', '여울동 땅'])(
  '%s is about 부동산 주소',
  async (question) => {
    expect(listTitles(await ask(question))).toEqual(['부동산 주소'])
  },
)

test.each(['등기부 바뀐 주소 있나', '바뀐 주소 보여줘', '등본 달라진 거 있어?'])(
  '%s leads to the changes of the register',
  async (question) => {
    const { message, parts } = await ask(question)
    expect(message).toMatch(/^등기 변동 확인: /)
    expect(parts).toMatchObject([{ kind: 'text' }, { links: [{ href: '/staff/addresses' }] }])
  },
)

test.each([
  ['강하람 외 3명 공탁 보류로 돌려놔', 'change'],
  ['최이든 외 2명 등기필증 오늘 받았어', 'change'],
  ['윤새봄 문의 이나래한테 넘겨', 'change'],
  ['표나래 문의 이나래에게 맡겨 줘', 'change'],
  ['방금 바꾼 거 되돌려줘', 'undo'],
  ['원래대로 돌려놔', 'undo'],
])('%s is answered with a card of kind %s', async (question, kind) => {
  expect((await ask(question)).parts.map((part) => part.kind)).toContain(kind)
})

test.each([
  '표나래 전화번호 좀',
  '표나래 연락처',
  '표나래 이메일 알려줘',
  '표나래 휴대폰',
  '표나래 전화',
  '표나래 번호 알려줘',
  '표나래 문의 연락처',
])('%s shows how the person of an inquiry is reached', async (question) => {
  expect(JSON.stringify((await ask(question)).parts)).toContain('010-0000-0102')
})

test.each(['본점 이전 물어본 사람 누구였지', '본점 이전 문의한 사람'])('%s finds the inquiry', async (question) => {
  expect(JSON.stringify((await ask(question)).parts)).toContain('서단비')
})

test('the most urgent of a list is one of that list', async () => {
  for (const question of ['그 중에서 제일 급한 건?', '그중에 가장 급한 거', '그 중에 급한 거']) {
    const answer = await ask('누리군 등기 중에 아직 접수 안 한 거', question)
    expect(answer.message).toContain('지역 ‘누리군’')
    expect(listTitles(answer)).toEqual(['등기 사건'])
  }
})

test.each([
  ['세금계산서 발행일 한꺼번에 넣는 법', '여러 건 한꺼번에 수정'],
  ['카드 내역 잘못 넣었는데 어떻게 고쳐', '카드 내역 수정'],
  ['카드 금액 잘못 적었는데 어떻게 해', '카드 내역 수정'],
  ['인터넷 끊겨도 입력돼?', '네트워크 없이'],
  ['붙여넣기 어떻게 해', '기록 복사'],
])('%s is explained by %s', async (question, title) => {
  expect((await ask(question)).message).toMatch(new RegExp(`^${title}: `))
})

test.each(['솔빛주유소에서 이번 달 얼마 썼어', '솔빛주유소 이번 달 얼마 긁었어', '솔빛주유소에서 카드 얼마 썼어'])(
  '%s adds up the card',
  async (question) => {
    expect((await ask(question)).message).toMatch(/검색어 ‘솔빛주유소’: 카드사용내역 \d+건, 합계 [\d,]+원/)
  },
)
