import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import type { SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { LetterCases } from './letter-dialog.tsx'
import { LetterPreview, LetterPreviewActions } from './letter-preview.tsx'
import type { ShownLetter } from './use-letter-form.ts'

const letter: SavedLetter = {
  id: 'letter',
  document_number: '온결법무 2026-0001호',
  version: 2,
  title: '공탁 공문',
  content: '본문',
  deposition: 'case',
  more_cases: [],
  table_columns: [],
  corrects: null,
  user_name: '한도담',
  business_section: '누리천',
  business_manager: '',
  owner_name: '김가온',
  address: '산 1',
  recipient: '누리',
  reference: '',
  issued_on: '2026-11-20',
  inserted_at: '2026-11-20T00:00:00Z',
  pdf_url: '/pdf',
}
const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' })

async function show(shown: ShownLetter) {
  const calls: string[] = []
  const recordCall = (word: string) => () => Promise.resolve(void calls.push(word))
  const form = {
    open: recordCall('open'),
    save: recordCall('save'),
    isWritten: false,
    isOffline: false,
    write: () => void calls.push('write'),
    letters: {
      saved: [],
      failure: null,
      isSaving: false,
      reload: () => undefined,
      save: () => Promise.resolve(null),
      announceSaved: () => undefined,
      readPdf: () => Promise.resolve(null),
      readPreview: () => Promise.resolve(null),
    },
  }
  const frame = { current: null }
  await render(
    <div role="dialog" aria-label="공문 작성">
      <LetterPreview form={form} shownLetter={shown} frame={frame} />
      <LetterPreviewActions form={form} shownLetter={shown} frame={frame} onClose={() => void calls.push('close')} />
    </div>,
  )
  return calls
}

test('keeps a saved letter open to print, download as PDF, or leave for a new one', async () => {
  const calls = await show({ letter, file, isLoading: false })
  await expect.element(page.getByRole('status')).toHaveTextContent('온결법무 2026-0001호 제2판 · 공탁 공문')
  await expect.element(page.getByRole('button', { name: '인쇄' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'PDF', exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '새 공문' }))
  expect(calls).toEqual(['write'])
})

test('shows a draft in the same window, with buttons to save or continue writing', async () => {
  const calls = await show({ letter: null, file, isLoading: false })
  await expect.element(page.getByText(/^저장하기 전의 모습입니다/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: '저장' }))
  await userEvent.click(page.getByRole('button', { name: '계속 작성' }))
  expect(calls).toEqual(['save', 'write'])
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
})

test('offers a retry if the PDF of a saved letter is missing, and prints nothing', async () => {
  const calls = await show({ letter, file: null, isLoading: false })
  await expect.element(page.getByRole('button', { name: '인쇄' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  expect(calls).toEqual(['open'])
})

test.each([true, false])('embeds the PDF if the browser can show it (%s), else links to it', async (can) => {
  const viewer = vi.spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(can)
  await show({ letter: null, file, isLoading: false })
  const frame = page.getByTitle('공문 미리보기')
  const link = page.getByRole('link', { name: 'PDF 열기' })
  await expect.poll(() => [frame.elements().length, link.elements().length]).toEqual(can ? [1, 0] : [0, 1])
  viewer.mockRestore()
})

test('lists cases of several projects with the client that receives the letter, or offers a letter each', async () => {
  const makeRow = (id: string, business_section: string) => ({
    id,
    joined: {},
    marks: {},
    state: 'plain' as const,
    isOutside: false,
    record: {
      id,
      version: 1,
      inserted_at: '',
      updated_at: '',
      business_section,
      owner_name: `소유자 ${id}`,
      address: `산 ${id}`,
    },
  })
  const calls: string[] = []
  const props = {
    rows: [makeRow('1', '가 구간'), makeRow('2', '나 구간')],
    savedLetters: [],
    onToggle: () => void calls.push('toggle'),
    onOpen: () => undefined,
  }
  const { rerender } = await render(<LetterCases {...props} projects={null} />)
  await expect.element(page.getByRole('heading', { name: '공문에 담을 사건 2건' })).toBeVisible()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('사업구간이 서로 다른 사건입니다. 수신은 ‘가 구간’의 발주처로 제안합니다.')
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['소유자 1산 1', '소유자 2산 2'])
  await userEvent.click(page.getByRole('button', { name: '사업구간별로 2통 만들기' }))
  const projects = [
    { id: 'a', project: '가 구간', saved: null },
    { id: 'b', project: '나 구간', saved: null },
  ]
  await rerender(<LetterCases {...props} projects={projects} />)
  await userEvent.click(page.getByRole('button', { name: '한 통으로 만들기' }))
  expect(calls).toEqual(['toggle', 'toggle'])
})

test('lists the letters of the projects that are already saved, which cannot be joined any more', async () => {
  const projects = [
    { id: 'letter', project: '누리천', saved: letter },
    { id: 'b', project: '나 구간', saved: null },
  ]
  await render(<LetterCases rows={[]} projects={projects} savedLetters={[]} onToggle={fail} onOpen={fail} />)
  await expect.element(page.getByRole('button', { name: '온결법무 2026-0001호 제2판 열기' })).toBeVisible()
  expect(page.getByRole('button', { name: '한 통으로 만들기' }).elements()).toEqual([])
})

const fail = () => expect.unreachable()
