import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { pickParticle } from '#domain/text/pick-particle.ts'
import { openStaffChat } from '#tests/support/servers/staff-chat.ts'

/** Conditions that are said by what a name, rank, place or day is: each against a plain query. */
const { ask, ownerDb, close } = await openStaffChat({ units: 40, addresses: 120 })
afterAll(close)

async function query(statement: RawBuilder<Record<string, unknown>>) {
  return (await statement.execute(ownerDb)).rows
}

/** The values in the first column. */
async function list(statement: RawBuilder<Record<string, unknown>>): Promise<string[]> {
  return (await query(statement)).map((row) => String(Object.values(row)[0]))
}

/** Asks each question and compares the figure in its sentence. */
async function expectCounts(questions: readonly (readonly [string, number | string])[]) {
  expect(questions.length).toBeGreaterThan(0)
  const wrong: string[] = []
  for (const [question, count] of questions) {
    const { message } = await ask(question)
    if (!new RegExp(`(?<![\\d,])${count}(?:건|명|개|곳)`).test(message))
      wrong.push(`${question}: ${count}, but ${message}`)
  }
  expect(wrong).toEqual([])
}

test('a rank is a value of 직책 in any order, and no part of a longer word', async () => {
  const ranks = await query(sql`select position, count(*) from manager where position <> '' group by 1`)
  await expectCounts(
    ranks.flatMap(({ position, count }) => [
      [`${String(position)}${pickParticle(String(position), '이/가')} 몇 명이야`, Number(count)],
      [`관리자 중 ${String(position)}${pickParticle(String(position), '이/가')} 몇 명`, Number(count)],
      [`${String(position)}급 관리자`, Number(count)],
      [`직급이 ${String(position)}인 관리자 몇 명`, Number(count)],
    ]),
  )
})

test('X씨 is a name that begins with X', async () => {
  const isPerson = sql`owner_name !~ '주식회사|㈜|[(]주[)]|공사|건설단'`
  const families = await query(
    sql`select left(owner_name, 1) as family, count(*) from deposit_case where ${isPerson} group by 1 having count(*) < 100 order by 1`,
  )
  const known = families.filter(({ family }) => /^[강김박오윤이임장정조최한]$/.test(String(family)))
  await expectCounts(
    known.flatMap(({ family, count }, index) => {
      const name = `${String(family)}씨`
      const wordings = [
        `소유자 ${name}인 공탁 몇 건`,
        `${name} 소유자 공탁`,
        `소유자가 ${name}인 공탁 몇 건이야`,
        `${name} 소유 공탁 몇건`,
      ]
      return [[wordings[index % wordings.length] ?? '', Number(count)] as const]
    }),
  )
})

test('a company as owner is a name of a company, and no other name is', async () => {
  const companies = '주식회사|㈜|[(]주[)]|공사|건설단'
  const [row = {}] = await query(
    sql`select count(*) filter (where owner_name ~ ${companies}) as companies, count(*) filter (where owner_name !~ ${companies}) as people from deposit_case`,
  )
  await expectCounts([
    ['소유자가 법인인 공탁', Number(row['companies'])],
    ['회사가 소유자인 공탁 몇 건', Number(row['companies'])],
    ['개인 소유 공탁 몇 건', Number(row['people'])],
  ])
})

test('the name of a record and a label of its book show that field', async () => {
  const rows = await query(sql`
    select b.name, v.label, v.value from bank b, lateral (values ('대표자', owner_name), ('본점 주소', address), ('지점', position), ('법인등록번호', corporate_num)) v(label, value)
    union all select c.name, v.label, v.value from company c, lateral (values ('주소', address), ('설명', description)) v(label, value)
    union all select p.name, v.label, v.value from project p, lateral (values ('종료일', end_date::text), ('시작일', start_date::text), ('상태', status), ('진행률', progress_percentage::text)) v(label, value)
    union all select g.name, v.label, v.value from real_estate_group g, lateral (values ('신탁회사', trust_corporate_name), ('관할등기소', office), ('지역', region), ('담당자', manager)) v(label, value)
    union all select m.name, v.label, v.value from manager m, lateral (values ('직책', position), ('이메일', email)) v(label, value)
    union all select i.name, v.label, v.value from inquiry i, lateral (values ('제목', subject), ('문의 내용', split_part(message, E'\n', 1))) v(label, value)`)
  const endings = ['', ' 뭐야', ' 알려줘', '?']
  const asked = rows.filter(({ value }) => value !== null && value !== '').filter((_, index) => index % 3 === 0)
  const missing: string[] = []
  for (const [index, { name, label, value }] of asked.entries()) {
    const question = `${String(name)} ${String(label)}${endings[index % endings.length] ?? ''}`
    const { parts } = await ask(question)
    if (!JSON.stringify(parts).includes(JSON.stringify(value).slice(1, -1))) missing.push(question)
  }
  expect(missing).toEqual([])
})

test.each([
  ['하늘산단 진입도로 언제 끝나', 'project', 'end_date'],
  ['누리천 정비 2차 끝나는 날', 'project', 'end_date'],
  ['별빛 배수지 확장 언제 시작했어', 'project', 'start_date'],
])('%s shows that day of the section', async (question, table, field) => {
  const name = question.replace(/ (?:언제|끝나는) .*/, '')
  const [day] = await list(sql`select ${sql.ref(field)}::text from ${sql.table(table)} where name = ${name}`)
  expect(JSON.stringify((await ask(question)).parts)).toContain(day)
})

test('a named day wins over the usual one', async () => {
  const months = await query(
    sql`select to_char(end_date, 'YYYY-MM') as month, count(*) from project where end_date is not null group by 1`,
  )
  await expectCounts(
    months.map(({ month, count }) => {
      const [year, number] = String(month).split('-')
      return [`종료일이 ${year}년 ${Number(number)}월인 사업구간`, Number(count)]
    }),
  )
  const [count] = await list(sql`select count(*) from project where extract(year from end_date) = 2027`)
  await expectCounts([['내년에 끝나는 사업구간', count ?? '']])
})

test('a place is searched in the addresses, with a word on the sections that are named after it', async () => {
  const places = ['달빛동', '별빛동', '여울동', '하늘면', '도담리', '가온읍', '나루구']
  const counts = await Promise.all(
    places.map(async (place) => {
      const [count] = await list(sql`select count(*) from deposit_case where address like ${`%${place}%`}`)
      return [`${place} 공탁 몇 건`, count ?? ''] as const
    }),
  )
  await expectCounts(counts.filter(([, count]) => count !== '0'))
  expect((await ask('달빛동 공탁 사건')).message).toMatch(/사업구간에 들어 있는 \d+건은/)
  const { message } = await ask('해든구랑 나루구 공탁 어디가 더 많아')
  expect(message).toMatch(/‘해든구’: 공탁 사건 \d+건.*\n?.*‘나루구’: 공탁 사건 \d+건/)
})

test('what comes in is dated by its papers, and what is filed by the registry', async () => {
  const [row = {}] = await query(
    sql`select count(*) filter (where to_char(receipted_at, 'YYYY-MM') = '2026-10') as papers, count(*) filter (where to_char(created_at, 'YYYY-MM') = '2026-10') as filed from deposit_case`,
  )
  await expectCounts([
    ['10월에 들어온 공탁 몇 건', Number(row['papers'])],
    ['지난달 공탁 몇 건 들어왔어', Number(row['papers'])],
    ...['접수된', '접수한', '접수하신', '접수'].map(
      (verb) => [`10월에 ${verb} 공탁 몇 건`, Number(row['filed'])] as const,
    ),
    ['10월에 등기접수된 공탁 몇 건', Number(row['filed'])],
    ['10월에 등기접수한 공탁 몇 건', Number(row['filed'])],
  ])
})

test('changes of the register that are not decided are found by any word for it', async () => {
  const [open] = await list(sql`select count(*) from address_change where decision = 'open'`)
  await expectCounts(
    ['확인할 거 있어?', '미확인 몇 건', '미처리 몇 건', '확인 안 한 거', '아직 처리 안 한 거 몇 건'].map(
      (words) => [`등기 변동 ${words}`, open ?? ''] as const,
    ),
  )
})

test('a book by the name of its screen is the book', async () => {
  const [row = {}] = await query(
    sql`select count(*) as all, count(*) filter (where type = 'land') as lands, count(*) filter (where status = 'complete') as done, (select count(*) from address_change where change_kind = 'owner_changed') as changed from address`,
  )
  await expectCounts([
    ['주소 관리 몇 건', Number(row['all'])],
    ['주소 관리 토지 건수', Number(row['lands'])],
    ['주소관리에서 완료된거 몇건', Number(row['done'])],
    ['주소 관리에서 소유자 바뀐거 몇건', Number(row['changed'])],
  ])
})

test('how far a filing of a dwelling is, is a condition on the dwellings', async () => {
  const [row = {}] = await query(
    sql`select count(*) filter (where transfer_ownership_status = 'completed') as moved, count(*) filter (where coalesce(transfer_ownership_status, '') <> 'completed') as open, count(*) filter (where coalesce(mortgage_status, '') <> 'completed') as unsecured from real_estate_unit`,
  )
  await expectCounts([
    ['세대 이전등기 완료 몇건', Number(row['moved'])],
    ['세대 이전등기 미완료', Number(row['open'])],
    ['이전 안 끝난 세대 몇 개', Number(row['open'])],
    ['세대 설정등기 안 된거 몇건', Number(row['unsecured'])],
  ])
})

test.each([
  ['소유자 홍길순인 등기 몇 건', '홍길순'],
  ['담당자 홍길순 공탁 몇 건', '홍길순'],
  ['소유자 남궁씨인 공탁 몇 건', '남궁씨'],
  ['공탁자 무지개공사 공탁 몇 건', '무지개공사'],
])('%s: no record has ‘%s’, which is no 0건', async (question, words) => {
  const { message, parts } = await ask(question)
  expect(message).toContain(`‘${words}’`)
  expect(message).not.toMatch(/\d건입니다/)
  expect(parts.filter(({ kind }) => kind === 'table')).toEqual([])
})

test.each([
  ['미수금 제일 많은 회사', /공탁자 \d개.*‘가상도로공사’가 [\d,]+원으로 가장 많습니다/],
  ['대리가 제일 많은 회사', /직책 ‘대리’: 관리자 \d+명, 회사 \d개.*\d건으로 가장 많습니다/],
  ['제일 많이 공탁한 회사가 어디', /공탁자 \d개.*가장 많습니다/],
  ['퀵 제일 많이 쓴 기사', /‘강가온’, ‘오달래’가 8건으로 같고 가장 많습니다/],
  ['보류 사건 전부 완료로 바꿔줘', /^상태 보류: 공탁 사건 44건입니다\..*일괄 수정/],
  ['사무실 전화번호 뭐야', /^사무소 전화: 02-000-0000/],
  ['우리 사무소 대표번호', /^사무소 전화: 02-000-0000/],
  ['동거인이 수령한 공탁', /^수령방법 ‘동거인’: 공탁 사건 \d+건/],
  ['퀵비 2만원 넘는 건', /^구분 배송 · 금액 20,001원 이상: 퀵 기록 \d+건/],
  ['퀵비 만오천원 이하 몇건', /금액 15,000원 이하: 퀵 기록 \d+건/],
  ['등기사건으로 넘어간 주소', /^상태 등기신청사건: 부동산 주소 \d+건/],
  ['부서 몇 개야', /^부서 14곳/],
  ['완료되지 않은 목록 몇 개', /^상태 대기중, 진행중, 보류: 목록 28개/],
  ['도로 지목 토지 몇 필지', /^지목 ‘도로’: 토지 \d+건/],
  ['내 연차 언제 신청했지', /휴가 종류 연차 · 신청자 ‘김가온’: 휴가신청 3건/],
  ['제1공구 아니고 제2공구 공탁', /^사업구간 ‘제2공구’ .*: 공탁 사건 134건/],
  ['공탁 미입금 총액이랑 건수', /공탁 사건 92건, 비용 합계 1,109,653,200원입니다\.$/],
  ['퀵 이번달 건수랑 합계', /퀵 기록 53건, 금액 합계 896,900원입니다\.$/],
  ['완료된 공탁 수수료 평균', /공탁 사건 437건, 보수료 합계 97,230,000원입니다\.$/],
  ['취득세 제일 많이 나온 사람', /세대 \d+건, 소유자 \d+개, 취득세·등록세 합계 [\d,]+원입니다\. ‘[가-힣]+’/],
  ['잔여지 매수분 목록', /^목록명 ‘잔여지 매수분’: 목록 4개입니다\.$/],
  ['등기부 언제 뗐어', /^‘언제 뗐어’를 알아듣지 못했습니다\./],
  ['승인번호 30000075 어디서 쓴 거야', /^승인번호 ‘30000075’: 카드사용내역 1건/],
])('%s uses every word', async (question, answer) => {
  expect((await ask(question)).message).toMatch(answer)
})

test('a follow-up names another family', async () => {
  const { message } = await ask('김씨 소유자 등기 몇 건', '이씨는?')
  expect(message).toMatch(/‘이’ 자로 시작하는 소유자 이름/)
})

test('the number of a deposit is found with its unit', async () => {
  const numbers = await list(
    sql`select substring(deposit_number from '제([0-9]+)호') from deposit_case where deposit_number ~ '제[0-9]{4}호' order by id limit 40`,
  )
  for (const number of [numbers[0], numbers[17], numbers[39]])
    await expectCounts([`공탁 ${number}호`, `${number}호 사건`, `제${number}호`].map((question) => [question, 1]))
})

test('records of several owners are those whose name says how many there are', async () => {
  const [deposits = '0'] = await list(sql`select count(*) from deposit_case where owner_name ~ ' 외 [0-9]+명'`)
  const [cases = '0'] = await list(sql`select count(*) from real_estate where owner ~ ' 외 [0-9]+명'`)
  await expectCounts([
    ['소유자가 여러 명인 공탁', deposits],
    ['소유자 2명 이상인 공탁 몇 건', deposits],
    ['공유자가 여럿인 등기', cases],
  ])
})

test('a case without its certificate is one that is not out yet', async () => {
  const [count = '0'] = await list(
    sql`select count(*) from deposit_case where created_at <= '2026-09-29' and registrated_at is null`,
  )
  await expectCounts([['접수한 지 두 달 넘었는데 등기 안 나온 공탁', count]])
})

test('주소지 is the land of the office, unless a case is named', async () => {
  const [open = '0'] = await list(sql`select count(*) from address where status is distinct from 'complete'`)
  const [name = ''] = await list(
    sql`select owner_name from address where owner_name ~ '^[가-힣]{3}$' group by 1 order by count(*) desc, 1 limit 1`,
  )
  const [owned = '0'] = await list(sql`select count(*) from address where owner_name = ${name}`)
  await expectCounts([
    ['완료 안 된 주소지', open],
    [`${name} 주소지`, owned],
    [`${name} 주소지 고유번호`, owned],
  ])
  expect((await ask('2026-0790 공탁 주소지')).message).toContain('공탁 사건 1건')
})

test('what a question ends in is the kind of thing that it lists', async () => {
  const trusts = await query(
    sql`select trust_corporate_name as name, count(*) from real_estate_group where trust_corporate_name <> '' group by 1`,
  )
  for (const { name, count } of trusts) {
    const { message } = await ask(`신탁사가 ${String(name).replace('(주)', '')}인 사업구간`)
    expect(message).toContain(`사업구간(그룹) ${String(count)}개입니다.`)
  }
  const companies = await query(
    sql`select company.name, count(*) from manager join company on company.id = manager.company group by 1`,
  )
  for (const { name, count } of companies)
    expect((await ask(`${String(name)} 담당자`)).message).toContain(`관리자 ${String(count)}명입니다.`)
})

test('what was topped up is no question about how that is done', async () => {
  const [november, october] = await list(
    sql`select to_char(sum(amount), 'FM999,999,999') from quick_delivery where status = 'balance_add' and created_at >= '2026-09-30 15:00Z' and created_at < '2026-11-30 15:00Z' group by to_char(created_at at time zone 'Asia/Seoul', 'YYYY-MM') order by to_char(created_at at time zone 'Asia/Seoul', 'YYYY-MM') desc`,
  )
  expect((await ask('이번 달 충전 얼마 했어')).message).toContain(`합계 ${november}원`)
  expect((await ask('퀵 잔액', '이번 달 충전 얼마 했어', '지난달은')).message).toContain(`합계 ${october}원`)
})
