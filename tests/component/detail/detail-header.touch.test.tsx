import { type ComponentProps, createRef } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { DetailHeader } from '#app/ui/detail-panel/detail-header.tsx'

const none = () => undefined

test("a screen's own buttons in the panel have words for fingers, and stay within it", async () => {
  await page.viewport(390, 844)
  const pressed: string[] = []
  const createAction = (label: string) => ({ key: label, label, icon: null, onPress: () => pressed.push(label) })
  await render(<Header title="김가온" actions={['한눈에 보기', '공문 작성'].map(createAction)} />)
  const rights = page.getByRole('button').elements()
  expect(Math.max(...rights.map((button) => button.getBoundingClientRect().right))).toBeLessThanOrEqual(390)
  await expect.element(page.getByText('한눈에 보기')).toBeVisible()
  await page.getByText('공문 작성').click()
  expect(pressed).toEqual(['공문 작성'])
})

test("a title of two names keeps the end of the project's name, by which projects differ", async () => {
  const title = '103동 1401호 · 해든마을 가온채움 솔빛 2단지'
  await render(
    <div style={{ width: 320 }}>
      <Header title={title} actions={[]} />
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

function Header({ title, actions }: Pick<ComponentProps<typeof DetailHeader>, 'title' | 'actions'>) {
  return (
    <DetailHeader
      titleId="title"
      title={title}
      tag={undefined}
      heading={createRef()}
      position={{ index: 0, total: 20, previous: null, next: null }}
      changeCount={1}
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
      actions={actions}
      onClose={none}
    />
  )
}
