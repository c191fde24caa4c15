import { type ComponentProps, createRef } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { DetailHeader } from '#app/ui/detail-panel/detail-header.tsx'

const none = () => undefined

const createAction = (onAction: (label: string) => void) => (label: string) => ({
  key: label,
  label,
  icon: null,
  onPress: () => onAction(label),
})

async function renderHeader(changeCount: number, onAction: (label: string) => void = none) {
  await page.viewport(390, 844)
  const actions = ['한눈에 보기', '공문 작성'].map(createAction(onAction))
  await render(<Header title="김가온" changeCount={changeCount} actions={actions} />)
}

type HeaderProps = Pick<ComponentProps<typeof DetailHeader>, 'title' | 'changeCount' | 'actions'>

function Header(props: HeaderProps) {
  return (
    <DetailHeader
      {...props}
      titleId="title"
      tag={undefined}
      heading={createRef()}
      position={{ index: 1233, total: 2000, previous: null, next: null }}
      isListOpen={false}
      listId="list"
      onList={none}
      onMove={none}
      onSave={none}
      onDiscard={none}
      onPrint={none}
      onPopOut={none}
      onDelete={none}
      finder={null}
      onClose={none}
    />
  )
}

test("a screen's own buttons in the panel have words for fingers, and stay within it", async () => {
  const pressed: string[] = []
  await renderHeader(0, (label) => pressed.push(label))
  const rights = page.getByRole('button').elements()
  expect(Math.max(...rights.map((button) => button.getBoundingClientRect().right))).toBeLessThanOrEqual(390)
  await expect.element(page.getByText('한눈에 보기')).toBeVisible()
  await page.getByText('공문 작성').click()
  expect(pressed).toEqual(['공문 작성'])
})

test('on a phone the header has two lines while there are changes to save', async () => {
  await renderHeader(12)
  const boxes = page
    .getByRole('button')
    .elements()
    .map((button) => button.getBoundingClientRect())
  expect(new Set(boxes.map(({ top }) => Math.round(top)))).toHaveProperty('size', 2)
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(390)
  for (const name of ['변경 12건', '취소', '저장', '상세 닫기'])
    await expect.element(page.getByRole('button', { name })).toBeVisible()
})

test("a title of two names keeps the end of the project's name, by which projects differ", async () => {
  const title = '103동 1401호 · 해든마을 가온채움 솔빛 2단지'
  await page.viewport(390, 844)
  await render(
    <div style={{ width: 320 }}>
      <Header title={title} changeCount={1} actions={[]} />
    </div>,
  )
  const heading = (await page.getByRole('heading').findElement()) as HTMLElement
  expect(heading.textContent).toBe(title)
  const range = document.createRange()
  const end = [...heading.querySelectorAll('span')].findLast(({ textContent }) => textContent === '2단지')
  range.selectNodeContents(end ?? document.body)
  const { right, bottom } = heading.getBoundingClientRect()
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(right + 0.5)
  expect(range.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom + 0.5)
})
