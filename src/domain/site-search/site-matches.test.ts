import { expect, test } from 'vitest'
import { asksForTelephone, createSiteSearch } from './site-matches.ts'

const sections = [
  {
    page: '부동산 등기 서비스',
    heading: '상속 등기는 언제까지 해야 하나요?',
    href: '/services/real-estate#questions-3',
    text: '상속 등기 자체에는 기한이 없습니다. 취득세는 6개월 안에 신고합니다.',
  },
  {
    page: '부동산 등기 서비스',
    heading: '하는 일',
    href: '/services/real-estate#kinds',
    text: '소유권이전등기: 매매·증여·상속으로 소유자가 바뀔 때 합니다.',
  },
  {
    page: '공탁 서비스',
    heading: '공탁 서비스',
    href: '/services/deposit',
    text: '토지수용 보상금의 공탁을 맡습니다.',
  },
  { page: '취득세 안내', heading: '취득세 안내', href: '/blog/1', text: '집을 살 때 내는 세금입니다.' },
]
const search = createSiteSearch(sections)

test.each([
  ['상속', null],
  ['상송', "'상송'을 '상속'으로 찾은 결과입니다."],
  ['tkdthr', "'tkdthr'을(를) '상속'으로 찾은 결과입니다."],
  ['ㅅㅅ', null],
])('%s finds the question before the text that mentions it', (text, note) => {
  const { pages, count, marked, note: shownNote } = search(text)
  expect(pages.map(({ title }) => title)).toEqual(['부동산 등기 서비스'])
  expect(pages[0]?.matches.map(({ heading }) => heading)).toEqual(['상속 등기는 언제까지 해야 하나요?', '하는 일'])
  expect([count, shownNote]).toEqual([2, note])
  expect(marked).toBe(note === null ? text : '상속')
})

test('shows the sentence with the searched word, and the beginning of a section found by its heading', () => {
  expect(search('신고').pages[0]?.matches[0]?.passage).toBe('취득세는 6개월 안에 신고합니다.')
  expect(search('안내').pages[0]?.matches[0]?.passage).toBe('집을 살 때 내는 세금입니다.')
})

test('lists the sections of one page, and only some of each where many pages match', () => {
  const many = (pages: number) =>
    Array.from({ length: pages * 6 }, (_, index) => ({
      page: '글',
      heading: `공탁 ${index}`,
      href: `/blog/${Math.floor(index / 6)}#h${index}`,
      text: '본문',
    }))
  const one = createSiteSearch(many(1))('공탁')
  expect(one.pages.map(({ matches }) => matches.length)).toEqual([6])
  expect([one.count, one.listedCount]).toEqual([6, 6])
  const ten = createSiteSearch(many(10))('공탁')
  expect(ten.pages.map(({ matches }) => matches.length)).toEqual(Array(8).fill(4))
  expect([ten.count, ten.listedCount]).toEqual([60, 32])
})

test('lists a post and its beginning once, and counts it once', () => {
  const post = { page: '임차권등기명령', heading: '임차권등기명령', href: '/blog/3' }
  const { pages, count } = createSiteSearch([
    { ...post, text: '순위를 지킵니다.' },
    { ...post, text: '계약이 끝났습니다.' },
    { ...post, heading: '절차', text: '신청합니다.' },
  ])('임차권')
  expect(pages[0]?.matches.map(({ heading }) => heading)).toEqual(['임차권등기명령'])
  expect(count).toBe(1)
})

test('the title of a page finds the page and not each of its sections', () => {
  expect(search('서비스').pages.map(({ matches }) => matches.map(({ heading }) => heading))).toEqual([['공탁 서비스']])
})

test.each(['asdfqwer', 'ㅁㄴㅇㄹㅂㅈㄷㄱ', 'qwerty'])('%s finds nothing', (text) => {
  expect(search(text)).toMatchObject({ pages: [], count: 0 })
})

test('finds nothing for a word of no page', () => {
  expect(search('바나나우유')).toMatchObject({ pages: [], count: 0, note: null })
})

const office = [
  {
    page: '부동산 등기 서비스',
    heading: '비용은 어떻게 정해지나요?',
    href: '/services/real-estate#questions-4',
    text: '소유권이전등기든 상속이든 보수와 공과금을 나누어 견적을 드립니다.',
  },
  { page: '법인 등기 서비스', heading: '회사 설립', href: '/services/corporate#kinds', text: '정관을 작성합니다.' },
  {
    page: '개인정보 처리방침',
    heading: '처리하는 항목',
    href: '/privacy#1',
    text: '전화번호와 주소를 문의의 답을 위해 처리하며, 비용은 없습니다.',
  },
  { page: '문의하기', heading: '전화와 방문', href: '/contact', text: '전화 상담은 상담 시간에 하십시오.' },
]
const searchOffice = createSiteSearch(office)
const findFirstHeading = (text: string) => searchOffice(text).pages[0]?.matches[0]?.heading

test.each([
  ['소유권이전 가격', '비용은 어떻게 정해지나요?'],
  ['상속 수수료', '비용은 어떻게 정해지나요?'],
  ['상속 얼마예요', '비용은 어떻게 정해지나요?'],
  ['등기비', '비용은 어떻게 정해지나요?'],
  ['법인설립', '회사 설립'],
  ['법인 설립할 때', '회사 설립'],
  ['전화번호', '전화와 방문'],
  ['전화번호 알려 주세요', '전화와 방문'],
])('%s is read as a question where the texts do not have it word for word', (text, heading) => {
  expect(findFirstHeading(text)).toBe(heading)
})

test('the policies come last, unless the text asks for them', () => {
  expect(searchOffice('비용').pages.map(({ title }) => title)).toEqual(['부동산 등기 서비스', '개인정보 처리방침'])
  expect(searchOffice('전화번호').pages.at(-1)?.title).toBe('개인정보 처리방침')
  expect(searchOffice('개인정보').pages[0]?.title).toBe('개인정보 처리방침')
})

test.each([
  ['전화번호', true],
  ['연락처', true],
  ['전번좀', true],
  ['전화번호가 뭐예요', true],
  ['상속 전화 상담', true],
  ['상속 서류', false],
  ['', false],
])('%j asks for the telephone: %s', (text, isAsked) => {
  expect(asksForTelephone(text)).toBe(isAsked)
})

test.each([
  ['선순위 전화', "'선순위'를 빼고 찾은 결과입니다."],
  ['선순위수수료 설립', "'선순위수수료'를 빼고 찾은 결과입니다."],
  ['정관양식', "'양식'을 빼고 찾은 결과입니다."],
])('%s shows the results of its known word', (text, note) => {
  const matches = createSiteSearch([
    ...office,
    { page: '정관', heading: '정관', href: '/a', text: '정관' },
    ...sections,
  ])(text)
  expect(matches.count).toBeGreaterThan(0)
  expect(matches.note).toBe(note)
})

test.each(['저기요 상속', '혹시 상속', '안녕하세요, 상속'])('%s is searched without its opening', (text) => {
  expect(search(text)).toMatchObject({ note: null, count: search('상속').count })
})

test.each(['바나나우유 먹고 싶어요', '오늘 날씨', 'asdf qwer', '안녕하세요'])('%s has no known word', (text) => {
  expect(search(text).count).toBe(0)
})

test.each(['상속ㄷ', '상속ㄷㄱ', '상속신'])('%s, a word with the beginning of the next, has results', (text) => {
  const { count, note } = search(text)
  expect([count > 0, note]).toEqual([true, null])
})

test.each([
  ['inheritance', "'inheritance'을(를) '상속'으로 찾은 결과입니다."],
  ['tax', "'tax'을(를) '취득세'로 찾은 결과입니다."],
])('%s is searched by the Korean word', (text, note) => {
  const matches = search(text)
  expect(matches.count).toBeGreaterThan(0)
  expect(matches.note).toBe(note)
})

test.each(['how', 'where is it', 'qwrtp'])('%s is not read as keys of Hangul', (text) => {
  expect(search(text)).toMatchObject({ count: 0, note: null })
})

test('a word is not found within a verb that ends like it', () => {
  const find = createSiteSearch([
    { page: '공탁', heading: '비용', href: '/services/a#1', text: '보수는 이렇게 정해지나요? 정해진 기간은 없습니다.' },
    { page: '말소', heading: '서류', href: '/services/b#1', text: '은행이 준 해지증서를 준비합니다.' },
    { page: '임대차', heading: '신청', href: '/blog/1#1', text: '합의해지도 괜찮습니다.' },
  ])
  expect(find('해지').pages.map(({ title }) => title)).toEqual(['말소', '임대차'])
})

test('words for costs find the costs of each service first', () => {
  const find = createSiteSearch([
    { page: '부동산 등기', heading: '등본', href: '/services/a#1', text: '수수료는 떼는 곳에 따라 다릅니다.' },
    { page: '부동산 등기', heading: '비용은 어떻게 정해지나요?', href: '/services/a#2', text: '보수를 적습니다.' },
    { page: '공탁', heading: '공탁 비용은 얼마인가요?', href: '/services/b#1', text: '보수를 적습니다.' },
  ])
  for (const text of ['수수료', '가격'])
    expect(
      find(text)
        .pages.flatMap(({ matches }) => matches.map(({ heading }) => heading))
        .slice(0, 1),
    ).toEqual(['비용은 어떻게 정해지나요?'])
  expect(find('수수료').pages.map(({ title }) => title)).toEqual(['부동산 등기', '공탁'])
})

test('상속포기 is found first on the page that handles it', () => {
  const find = createSiteSearch([
    { page: '부동산 등기', heading: '상속 등기', href: '/services/a#1', text: '상속포기를 먼저 정합니다.' },
    { page: '민사', heading: '상속·유언', href: '/services/b#1', text: '상속포기와 한정승인의 신고서를 작성합니다.' },
  ])
  expect(find('상속포기').pages.map(({ title }) => title)).toEqual(['민사', '부동산 등기'])
})

const posts = [
  {
    page: '공탁 서비스',
    heading: '공탁금 출급에 필요한 서류',
    href: '/services/deposit#papers',
    text: '공탁금을 찾으시는 분은 공탁통지서를 준비합니다.',
  },
  {
    page: '취득세 안내',
    heading: '신고는 언제까지',
    href: '/blog/1#part-2',
    text: '취득 원인 신고·납부 기한\n매매·교환 취득한 날부터 60일\n증여 취득한 날이 속하는 달의 말일부터 3개월',
  },
  {
    page: '공탁 이야기',
    heading: '찾으시는 분께',
    href: '/blog/2#part-5',
    text: '공탁금 출급을 청구합니다. 공탁소에서 묻습니다.',
  },
]
const searchPosts = createSiteSearch([...sections, ...posts])

test.each(['공탁금은', '공탁금을', '공탁금의', '공탁금도', '상속은', '상속을', '상속이', '상속에서'])(
  'a particle changes nothing: %s',
  (text) => {
    expect(searchPosts(text).pages).toEqual(searchPosts(text.replace(/(?:에서|[은을의도이])$/, '')).pages)
  },
)

test('a section that is called like the phrase comes first', () => {
  expect(searchPosts('공탁금 출급').pages[0]?.matches[0]?.heading).toBe('공탁금 출급에 필요한 서류')
  expect(searchPosts('ㄱㅌㄱㅊㄱ').pages[0]?.matches[0]?.heading).toBe('공탁금 출급에 필요한 서류')
})

test('the row of a table is shown with its heading, where only both have all words', () => {
  expect(searchPosts('증여 신고 기한').pages[0]?.matches[0]?.passage).toBe(
    '취득 원인 신고·납부 기한 … 증여 취득한 날이 속하는 달의 말일부터 3개월',
  )
})

test.each(['deposit', 'escrow', 'deposits'])('%s finds the pages about 공탁', (text) => {
  expect(searchPosts(text).pages[0]?.title).toBe('공탁 서비스')
})

const leasePost = { page: '임차권등기명령', href: '/blog/3' }
const searchSite = createSiteSearch([
  {
    page: '취득세 안내',
    heading: '주택의 세율',
    href: '/blog/1#rates',
    text: '증여는 3.5%가 기본이고 취득세가 12%인 주택도 있습니다. 이미 집이 있는 세대가 더 살 때는 8%입니다. 처음 집을 사는 분은 감면을 받습니다.',
  },
  {
    page: '취득세 안내',
    heading: '취득세 계산',
    href: '/blog/1#sums',
    text: `세율은 매매와 상속이 다릅니다. 예시로 ${'집마다 값이 다르므로 '.repeat(8)}취득세 3,000,000원과 지방교육세 300,000원입니다.`,
  },
  { ...leasePost, heading: '등기한 다음', text: '집주인이 미루면 지급명령을 신청합니다. 서류가 송달됩니다.' },
  { ...leasePost, heading: '절차', text: '결정이 집주인에게 송달되기 전에도 등기할 수 있습니다. 보증금을 지킵니다.' },
  { page: '수용', heading: '보상금', href: '/blog/2', text: '토지가 수용되면 보상금을 공탁합니다.' },
  { page: '공탁', heading: '변제공탁', href: '/services/deposit', text: '토지수용 보상금의 공탁입니다.' },
  {
    page: '사무소 소개',
    heading: '전세권도 맡나요?',
    href: '/about#other-work-1',
    text: '전세권과 상속세·증여세의 신고는 맡지 않습니다.',
  },
  {
    page: '부동산',
    heading: '등기필증을 잃어버렸습니다. 팔 수 있나요?',
    href: '/services/real-estate#deed',
    text: '등기필증은 다시 발급되지 않습니다.',
  },
])
const listPassages = (text: string) =>
  searchSite(text).pages.flatMap(({ matches }) => matches.map(({ heading, passage }) => `${heading}: ${passage}`))

test.each([
  ['다주택자 취득세', '주택의 세율: 이미 집이 있는 세대가 더 살 때는 8%입니다.'],
  ['생애최초 취득세', '주택의 세율: 처음 집을 사는 분은 감면을 받습니다.'],
])('%s shows the sentence with what the pages say for it', (text, passage) => {
  expect(listPassages(text)).toContain(passage)
})

test('a passage has each word, with one mark between its sentences and no cut within a number', () => {
  const passage = listPassages('상속 취득세').find((line) => line.startsWith('취득세 계산'))
  expect(passage).toMatch(/상속이 다릅니다\. … .*취득세/)
  expect(passage).not.toMatch(/… …|\d,? …/)
})

test('a compound finds what its two words find', () => {
  expect(listPassages('토지수용')).toEqual(listPassages('토지 수용'))
  expect(listPassages('토지수용')).toHaveLength(2)
})

test.each([
  ['전세', '절차'],
  ['집주인에게 송달', '절차'],
  ['gift tax', '전세권도 맡나요?'],
  ['lost deed', '등기필증을 잃어버렸습니다. 팔 수 있나요?'],
])('%s finds the section of its words together, or of the words of the pages: %s', (text, heading) => {
  expect(listPassages(text).some((line) => line.startsWith(heading))).toBe(true)
})

test('an exact phrase comes first', () => {
  expect(listPassages('집주인에게 송달')[0]).toMatch(/^절차/)
})

test('an English word without a translation is said to be left out', () => {
  expect(searchSite('lost deposit').note).toMatch(/'lost'을\(를\) 빼고 찾은 결과입니다\.$/)
})

test.each([
  ['월세', '계약 분쟁', "물으신 그대로의 안내는 없어 '계약 분쟁'에"],
  ['재외국민', '외국에 있는 상속인', ''],
  ['떼인돈', '채권 회수', ''],
  ['명의신탁', '신탁등기', "'명의'를 빼고"],
  ['감사 임기', '임원 변경', "'임기'를 빼고"],
])('%s finds what the pages call otherwise, and says what they leave out', (text, heading, note) => {
  const add = (name: string, body: string, href: string) => ({ page: '서비스', heading: name, href, text: body })
  const { pages, note: shown } = createSiteSearch([
    add('신탁등기', '담보신탁에서 수탁자 앞으로 등기를 옮깁니다.', '/services/real-estate#kinds'),
    add('외국에 있는 상속인', '외국에 주소를 둔 분이 맡기실 때입니다.', '/services/real-estate#abroad'),
    add('임원이 그대로인가요?', '이사의 임기는 3년을 넘지 못합니다.', '/services/corporate#questions'),
    add('임원 변경', '이사와 감사의 취임·중임을 등기합니다.', '/services/corporate#kinds'),
    add('계약 분쟁', '매매와 임대차에서 생긴 일을 정리합니다.', '/services/civil#kinds'),
    add('채권 회수', '지급명령 신청서를 작성합니다.', '/services/civil#debts'),
  ])(text)
  expect(pages[0]?.matches[0]?.heading).toBe(heading)
  expect(shown ?? '').toContain(note)
})
