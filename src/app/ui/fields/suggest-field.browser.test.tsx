import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '../overlays/dialog.tsx'
import { SuggestField } from './suggest-field.tsx'

function Section(props: { taken?: 'only-match' | 'completion'; suggestions?: readonly string[] }) {
  const [value, setValue] = useState('')
  return <SuggestField suggestions={['제1공구', '제2공구']} {...props} label="구간" value={value} onValue={setValue} />
}

const getField = () => page.getByRole('combobox', { name: '구간' })
const getOption = (name: string) => page.getByRole('option', { name })

test('an open list hides nothing from a screen reader and follows its field', async () => {
  await render(
    <main>
      <h1>사건부</h1>
      <Section />
      <button type="button">다음</button>
    </main>,
  )
  await getField().click()
  await expect.element(getOption('제2공구')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '사건부' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '다음' })).toBeVisible()
  expect(document.querySelectorAll('main [aria-hidden=true] button, main[aria-hidden], [inert] button')).toHaveLength(0)
  const [list, next] = [page.getByRole('listbox').element(), page.getByRole('button', { name: '다음' }).element()]
  expect(list.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('takes a suggestion by click or Enter, and none by Escape or Tab', async () => {
  await render(<Section />)
  await getField().click()
  await getOption('제2공구').click()
  await expect.element(getField()).toHaveValue('제2공구')
  expect(getOption('제2공구').elements()).toHaveLength(0)
  await userEvent.fill(getField(), '공구')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(getField()).toHaveValue('제1공구')
  await userEvent.fill(getField(), '공')
  await expect.element(getOption('제1공구')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getOption('제1공구').elements()).toHaveLength(0)
  await expect.element(getField()).toHaveValue('공')
  await userEvent.fill(getField(), '공구')
  await expect.element(getOption('제1공구')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => getOption('제1공구').elements()).toHaveLength(0)
  await expect.element(getField()).toHaveValue('공구')
})

test.each(['{Enter}', '{Tab}'])('%s takes the only match of a text that names a record', async (key) => {
  await render(<Section taken="only-match" />)
  await userEvent.fill(getField(), '2공')
  await expect.element(getOption('제2공구')).toBeVisible()
  await userEvent.keyboard(key)
  await expect.element(getField()).toHaveValue('제2공구')
  await userEvent.fill(getField(), '공구')
  await expect.element(getOption('제1공구')).toBeVisible()
  await userEvent.keyboard(key)
  await expect.element(getField()).toHaveValue('공구')
})

test.each(['{Enter}', '{Tab}'])('%s completes a free text to the only suggestion that begins with it', async (key) => {
  await render(<Section taken="completion" suggestions={['소유권이전', '상속', '상속포기']} />)
  await userEvent.fill(getField(), '소유')
  await expect.element(getOption('소유권이전')).toBeVisible()
  await userEvent.keyboard(key)
  await expect.element(getField()).toHaveValue('소유권이전')
  for (const typed of ['이전', '상', '상속']) {
    await userEvent.fill(getField(), typed)
    await expect.element(getOption(typed === '이전' ? '소유권이전' : '상속포기')).toBeVisible()
    await userEvent.keyboard(key)
    await expect.element(getField()).toHaveValue(typed)
  }
  await userEvent.fill(getField(), '소유')
  await userEvent.keyboard(`{Escape}${key}`)
  await expect.element(getField()).toHaveValue('소유')
})

test('Escape keeps what was chosen, with the list open or closed', async () => {
  await render(<Section />)
  await userEvent.fill(getField(), '공구')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(getField()).toHaveValue('제1공구')
  await userEvent.keyboard('{Escape}')
  await expect.element(getField()).toHaveValue('제1공구')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(getOption('제1공구')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.element(getField()).toHaveValue('제1공구')
})

test('in a dialog Escape closes the list first, and the list is not clipped', async () => {
  await render(
    <Dialog open title="새 사건" onClose={() => undefined}>
      <Section />
    </Dialog>,
  )
  await getField().click()
  await expect.element(getOption('제2공구')).toBeVisible()
  const { x, y, height } = getOption('제2공구').element().getBoundingClientRect()
  expect(document.elementFromPoint(x + 8, y + height / 2)).toBe(getOption('제2공구').element())
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => getOption('제2공구').elements()).toHaveLength(0)
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('offers every suggestion with the present one ticked, and only matching ones once the user types', async () => {
  await render(<Section />)
  await getField().click()
  await getOption('제1공구').click()
  await getField().click()
  await expect.element(getOption('제2공구')).toBeVisible()
  await expect.element(getOption('제1공구')).toHaveAttribute('aria-selected', 'true')
  await expect.element(getOption('제2공구')).toHaveAttribute('aria-selected', 'false')
  await userEvent.keyboard('{Backspace}')
  await userEvent.fill(getField(), '제1')
  await expect.poll(() => getOption('제2공구').elements()).toHaveLength(0)
  await userEvent.keyboard('{Escape}{ArrowDown}')
  await expect.element(getOption('제2공구')).toBeVisible()
})

test.each([
  ['a highlighted suggestion', '{ArrowDown}{Enter}', undefined],
  ['the only completion', '{Enter}', 'completion'],
] as const)('Enter takes %s and goes to the next field of the form, where typing goes on', async (_, keys, taken) => {
  await render(
    <form>
      <Section {...(taken && { taken })} suggestions={['달빛 국밥']} />
      <input aria-label="금액" />
    </form>,
  )
  await userEvent.type(getField(), '달빛')
  await expect.element(getOption('달빛 국밥')).toBeVisible()
  await userEvent.keyboard(`${keys}7000`)
  await expect.element(getField()).toHaveValue('달빛 국밥')
  await expect.element(page.getByRole('textbox', { name: '금액' })).toHaveValue('7000')
})
