import type { Database } from '#server/db/client.ts'
import { createDemoRowMaker, loadDemoBook } from '#server/demo/demo-rows.ts'

/**
 * Inserts a few recent inquiries from fictional people; existing ones stay. Returns the number
 * inserted.
 */
export async function loadDemoInquiries(
  db: Database,
  { now, assignee }: { now: Date; assignee: string },
): Promise<number> {
  const makeRow = createDemoRowMaker('inquiries', 0x1f)
  const rows = inquiries.map(({ hoursAgo, ...inquiry }, index) => {
    const moment = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString()
    const handledBy = inquiry.state === 'new' ? null : assignee
    return makeRow(index, { received_at: moment, consented_at: moment, assignee: handledBy, ...inquiry })
  })
  return await loadDemoBook(db, { name: 'inquiries', count: rows.length }, (index) => rows[index] ?? {})
}

interface DemoInquiry {
  readonly hoursAgo: number
  readonly state: 'new' | 'in_progress' | 'done'
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly subject: string
  readonly message: string
  readonly note?: string
}

const inquiries: readonly DemoInquiry[] = [
  {
    hoursAgo: 2,
    state: 'new',
    name: '윤새봄',
    phone: '010-0000-0101',
    subject: '아파트 매매 소유권이전 비용 문의',
    message:
      '다음 달에 잔금을 치르는 아파트의 소유권이전등기를 맡기고 싶습니다.\n매매대금은 5억 원이고 부부 공동명의로 하려고 합니다.\n보수와 공과금을 나누어 알려 주시면 감사하겠습니다.',
  },
  {
    hoursAgo: 21,
    state: 'new',
    name: '서단비',
    email: 'danbi@example.com',
    subject: '법인 본점 이전 등기 기한',
    message: '지난주에 본점을 옮겼습니다. 등기를 언제까지 해야 하는지, 어떤 서류가 필요한지 알고 싶습니다.',
  },
  {
    hoursAgo: 50,
    state: 'in_progress',
    name: '표나래',
    phone: '010-0000-0102',
    email: 'narae@example.com',
    subject: '토지수용 보상금 공탁',
    message: '공탁통지서를 받았는데 어떻게 찾아야 하는지 모르겠습니다. 통화 가능한 시간은 오후 두 시 이후입니다.',
    note: '재결서 사본을 받기로 함. 오후 2시 이후 통화.',
  },
  {
    hoursAgo: 190,
    state: 'done',
    name: '도한길',
    phone: '02-000-0103',
    subject: '근저당권 말소',
    message: '대출을 모두 갚았습니다. 근저당권 말소에 필요한 서류를 알려 주세요.',
    note: '안내 문자 발송. 서류 받는 대로 접수.',
  },
]
