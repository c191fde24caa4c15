import { expect, test } from 'vitest'
import { proposeAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { findLetterClient, getDraft, listLetters, storeDraft, toggleProjects, validateLetter } from './letter-drafts.ts'

const row = {
  id: 'case-1',
  record: {
    id: 'case-1',
    version: 1,
    inserted_at: '2026-11-21T00:00:00Z',
    updated_at: '2026-11-21T00:00:00Z',
    business_section: '가상 제1공구',
  },
}

test('titles a new letter after its project', () => {
  expect(getDraft('u1', [row])).toMatchObject({ title: '가상 제1공구 공탁 공문', content: '' })
})

test('sends 수신 and 참조 only when typed, so that the server proposes the others', () => {
  const draft = getDraft('u1', [row])
  expect(listLetters(draft, [row])[0]).not.toHaveProperty('recipient')
  const typed = { ...draft, recipient: ' 누리지방법원 ', reference: '' }
  expect(listLetters(typed, [row])[0]).toMatchObject({ recipient: '누리지방법원', reference: '' })
  expect(validateLetter({ ...typed, recipient: ' ' }).recipient).toBe('수신을 입력해 주세요.')
})

test('restores an unfinished letter for its own writer only', () => {
  const draft = { ...getDraft('u1', [row]), content: '1. 귀 기관의 무궁한 발전을 기원합니다.' }
  storeDraft('u1', [row], draft)
  expect(getDraft('u1', [row])).toEqual(draft)
  expect(getDraft('u2', [row]).content).toBe('')
})

test('starts another letter after one was saved', () => {
  const saved = getDraft('u1', [row])
  storeDraft('u1', [row], null)
  expect(getDraft('u1', [row]).id).not.toBe(saved.id)
})

test('keeps a letter about several cases apart from that about the first case', () => {
  storeDraft('u1', [row, { ...row, id: 'case-2' }], { ...getDraft('u1', [row]), content: '여러 사건' })
  expect(getDraft('u1', [row]).content).toBe('')
  expect(getDraft('u1', [row, { ...row, id: 'case-2' }]).content).toBe('여러 사건')
})

const mixed = ['가 구간', '나 구간', '가 구간'].map((business_section, index) => ({
  id: `mixed-${index}`,
  record: { ...row.record, business_section, deposit_number: `2026년 금 제${index + 1}호` },
}))
const template = { title: '{사업구간} 통지', content: '가. 공탁번호: {공탁번호}\n{표}' }

test('splits a letter into one per project, each under its own id and with the values of its cases', () => {
  const draft = toggleProjects({ ...getDraft('u3', mixed), template }, mixed)
  const letters = listLetters(draft, mixed)
  expect(letters).toMatchObject([
    {
      title: '가 구간 통지',
      content: '가. 공탁번호: 아래 표와 같음\n{표: 공탁번호}',
      deposition: 'mixed-0',
      more_cases: ['mixed-2'],
    },
    { title: '나 구간 통지', content: '가. 공탁번호: 2026년 금 제2호\n{표}', deposition: 'mixed-1' },
  ])
  expect(new Set(letters.map(({ id }) => id)).size).toBe(2)
  expect(listLetters(draft, mixed)).toEqual(letters)
})

test('sends only the letters that are not saved yet, under the same ids', () => {
  const draft = toggleProjects({ ...getDraft('u3', mixed), content: '본문' }, mixed)
  const projects = (draft.projects ?? []).map((letter, index) =>
    index === 0 ? { ...letter, saved: {} as never } : letter,
  )
  expect(listLetters({ ...draft, projects }, mixed).map(({ id, title }) => [id, title])).toEqual([
    [projects[1]?.id, '나 구간 공탁 공문'],
  ])
})

test('keeps typed text when the letter is split or joined', () => {
  const draft = toggleProjects({ ...getDraft('u3', mixed), content: '본문' }, mixed)
  expect(draft).toMatchObject({ title: '{사업구간} 공탁 공문', content: '본문' })
  expect(toggleProjects(draft, mixed)).toMatchObject({ title: '가 구간 공탁 공문', content: '본문', projects: null })
})

const stamp = { version: 1, updated_at: '2026-11-21T00:00:00Z' }
const record = (id: string, values: Record<string, string>, day = '01') => ({
  id,
  ...stamp,
  inserted_at: `2026-11-${day}T00:00:00Z`,
  ...values,
})
const lists = {
  projects: [
    record('p1', { name: '해든 우회도로', manager: 'm2' }),
    record('p2', { name: '해든 우회도로', manager: 'm1' }, '02'),
  ],
  managers: [
    record('m1', { name: '박새론', company: 'c1', department: 'd1' }),
    record('m2', { name: '이든', company: 'c2', department: 'd1' }),
  ],
  departments: [record('d1', { name: '보상1부' })],
  companies: [record('c1', { name: '가상도로공사' }), record('c2', { name: '옛 공사' })],
}

test('proposes the company, department and manager of the newest project of that name', () => {
  const project = '해든 우회도로'
  const client = findLetterClient(project, lists)
  expect(proposeAddressees({ project, manager: '박새론 과장', depositor: '누리군' }, client)).toEqual({
    recipient: '가상도로공사',
    reference: '보상1부 박새론 과장',
  })
})

test('proposes the depositor or the project where the client is unknown', () => {
  const client = findLetterClient('없는 구간', lists)
  const asked = { project: '없는 구간', manager: '이든 대리', depositor: '누리군' }
  expect(proposeAddressees(asked, client)).toEqual({ recipient: '누리군', reference: '이든 대리' })
  expect(proposeAddressees({ ...asked, depositor: '' }, client).recipient).toBe('없는 구간')
})
