import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { recordEarlyPress } from './prerendered-page.ts'

test('repeats the last press of a button', async () => {
  const root = addRoot('<button type="button">메뉴</button>')
  const repeat = recordEarlyPress(root)
  await userEvent.click(root.querySelector('button') ?? root)
  const presses = countEvents(root, 'click')
  repeat()
  expect(presses()).toBe(1)
})

test('does not repeat the press of a submit button, because the browser has sent that form', async () => {
  const root = addRoot('<form action="/blog"><input name="search"><button>검색</button></form>')
  root.addEventListener('submit', (event) => event.preventDefault())
  const repeat = recordEarlyPress(root)
  await userEvent.click(root.querySelector('button') ?? root)
  await userEvent.type(root.querySelector('input') ?? root, '등기{Enter}')
  const submissions = countEvents(root, 'submit')
  repeat()
  expect(submissions()).toBe(0)
})

function addRoot(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  document.body.append(root)
  return root
}

function countEvents(root: HTMLElement, type: string): () => number {
  let count = 0
  root.addEventListener(type, () => (count += 1))
  return () => count
}
