import { createRef } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { DetailHeader } from '#app/ui/detail-panel/detail-header.tsx'

const none = () => undefined

test("a screen's own buttons in the panel have words for fingers, and stay within it", async () => {
  await page.viewport(390, 844)
  const pressed: string[] = []
  const createAction = (label: string) => ({ key: label, label, icon: null, onPress: () => pressed.push(label) })
  await render(
    <DetailHeader
      titleId="title"
      title="김가온"
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
      actions={['한눈에 보기', '공문 작성'].map(createAction)}
      onClose={none}
    />,
  )
  const rights = page.getByRole('button').elements()
  expect(Math.max(...rights.map((button) => button.getBoundingClientRect().right))).toBeLessThanOrEqual(390)
  await expect.element(page.getByText('한눈에 보기')).toBeVisible()
  await page.getByText('공문 작성').click()
  expect(pressed).toEqual(['공문 작성'])
})
