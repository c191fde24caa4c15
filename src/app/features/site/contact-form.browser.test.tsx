import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { unsaved } from '#app/records/unstored-values/unsaved-work.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { inquiryChannel, storeInquiry } from '#mirror/visitor-queue/visitor-queue.ts'
import { expectAccessible } from '#tests/component/accessibility.ts'
import { ime, press } from '#tests/component/table/table-steps.ts'
import { ContactForm } from './contact-form.tsx'
import { visitorQueue, withdrawQueuedInquiry } from './visitor-queue-store.ts'

test('does not submit on the Enter that ends a Hangul syllable, but on the next one', async () => {
  await render(<ContactForm />)
  // Before hydration Enter never submits.
  await expect.element(page.getByRole('button', { name: '보내기' })).toHaveAttribute('type', 'submit')
  const subject = page.getByRole('textbox', { name: /^제목/ })
  const nameError = page.getByText('이름을 입력해 주세요.')
  await subject.click()
  await ime.compose('ㅎ', '하', '한')
  // Unlike the key 229 of most input methods, this Enter submits the form by itself.
  await press('Enter')
  expect(nameError.elements()).toEqual([])
  await ime.accept('한')
  await expect.element(subject).toHaveValue('한')
  expect(nameError.elements()).toEqual([])
  await press('Enter')
  await expect.element(nameError).toBeVisible()
  await expect.element(subject).toHaveValue('한')
})

test('hydrates without an error if an inquiry waits on this device', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<ContactForm />)
  const key = '01890000-0000-7000-8000-00000000000a'
  const inquiry = { key, subject: '기다리는 문의', body: '{}', writtenAt: 0, tries: 0, refusal: null }
  await storeInquiry(createBrowserRuntime(), inquiry)
  visitorQueue.waiting = [inquiry]
  const errors: unknown[] = []
  const root = hydrateRoot(container, <ContactForm />, { onRecoverableError: (error) => errors.push(error) })
  await expect.element(page.getByRole('region', { name: '보낼 문의' })).toBeVisible()
  expect(errors).toEqual([])
  root.unmount()
  container.remove()
  await withdrawQueuedInquiry(key)
})

test('keeps text typed before hydration if more is typed at the same moment', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  const form = (
    <>
      <ContactForm />
      <TypesAtOnce name="subject" text="먼저 적은 문의" />
    </>
  )
  container.innerHTML = renderToString(form)
  getFieldIn(container, 'name').value = '윤새봄'
  const root = await new Promise<ReturnType<typeof hydrateRoot>>((resolve) => {
    startTransition(() => resolve(hydrateRoot(container, form)))
  })
  await expect.poll(() => getFieldIn(container, 'subject').value).toBe('먼저 적은 문의')
  await expect.element(page.getByRole('button', { name: '보내기' })).toHaveAttribute('type', 'submit')
  expect(getFieldIn(container, 'name').value).toBe('윤새봄')
  root.unmount()
  container.remove()
  localStorage.clear()
})

test('shows what is missing at each field, and clears it when filled in', async () => {
  const { container } = await render(<ContactForm />)
  await send()
  for (const message of [
    '이름을 입력해 주세요.',
    '연락처나 이메일 가운데 하나는 입력해 주세요.',
    '제목을 입력해 주세요.',
    '문의 내용을 입력해 주세요.',
    '개인정보 수집·이용에 동의해 주세요.',
  ])
    await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('확인할 곳이 5군데 있습니다.')
  await expect.element(getTextField('이름')).toHaveFocus()
  await expectAccessible(container)
  await writeHalf()
  await page.getByRole('checkbox', { name: /동의합니다/ }).click()
  await expect.element(page.getByText(/(입력|동의)해 주세요\.$|확인할 곳/)).not.toBeInTheDocument()
})

test('names a required field with a space before 필수, as it is read out', async () => {
  await render(<ContactForm />)
  await expect.element(page.getByRole('textbox', { name: '이름 필수', exact: true })).toBeVisible()
})

test('restores a draft without the consent', async () => {
  const first = await render(<ContactForm />)
  await writeHalf()
  expect(Object.values(unsaved.forms)).toEqual([])
  await first.unmount()
  await render(<ContactForm />)
  for (const [label, text] of half) await expect.element(getTextField(label)).toHaveValue(text)
  await expect.element(page.getByRole('checkbox', { name: /동의합니다/ })).not.toBeChecked()
})

test('warns before leaving if the browser cannot store the draft', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await render(<ContactForm />)
  await writeHalf()
  await expect.poll(() => Object.values(unsaved.forms)).toEqual(['문의 내용'])
  full.mockRestore()
})

test('shows what was sent and when it was received', async () => {
  const receive = vi.spyOn(globalThis, 'fetch').mockImplementation((_input, init) => {
    const key = new Headers(init?.headers).get('idempotency-key') ?? ''
    return Promise.resolve(Response.json({ id: key, state: 'received' }, { status: 201, headers: { 'op-id': key } }))
  })
  await render(<ContactForm />)
  await writeHalf()
  await page.getByRole('checkbox', { name: /동의합니다/ }).click()
  await send()
  const outcome = page.getByRole('status')
  await expect.element(outcome.getByText('전송되었습니다')).toBeVisible()
  await expect.element(outcome.getByText(/제목: 쓰다 만 문의\s*접수: \d{4}\.\d{2}\.\d{2} \d{2}:\d{2}$/)).toBeVisible()
  await expect.element(getTextField('제목')).toHaveValue('')
  receive.mockRestore()
})

test('shows once what was sent while the visitor was on another page', async () => {
  const key = '01890000-0000-7000-8000-00000000000b'
  const inquiry = { key, subject: '끊겼을 때 쓴 문의', body: '{}', writtenAt: 0, tries: 1, refusal: null }
  await storeInquiry(createBrowserRuntime(), inquiry)
  const first = await render(<ContactForm />)
  await expect.element(page.getByText('끊겼을 때 쓴 문의')).toBeVisible()
  await first.unmount()
  // The service worker reports it.
  createBrowserRuntime()
    .openChannel(inquiryChannel)
    .post({ sent: [key] })
  await expect.poll(() => visitorQueue.sent.length).toBe(1)
  await withdrawQueuedInquiry(key)
  const second = await render(<ContactForm />)
  await expect.element(page.getByText('전송되었습니다', { exact: true })).toBeVisible()
  await expect.element(page.getByText('끊겼을 때 쓴 문의')).toBeVisible()
  await second.unmount()
  await render(<ContactForm />)
  await expect.element(page.getByRole('button', { name: '보내기' })).toBeVisible()
  expect(page.getByText('전송되었습니다', { exact: true }).elements()).toEqual([])
})

test('makes 보내기 full width and touch-sized on a phone', async () => {
  await page.viewport(390, 844)
  await render(<ContactForm />)
  const { width, height } = page.getByRole('button', { name: '보내기' }).element().getBoundingClientRect()
  expect(width).toBeGreaterThan(300)
  expect(height).toBeGreaterThanOrEqual(44)
})

const half = [
  ['이름', '윤새봄'],
  ['연락처', '010-0000-0101'],
  ['제목', '쓰다 만 문의'],
  ['문의 내용', '비용을 알려 주세요.'],
] as const

async function writeHalf(): Promise<void> {
  for (const [label, text] of half) await getTextField(label).fill(text)
}

async function send(): Promise<void> {
  const button = page.getByRole('button', { name: '보내기' })
  // Before hydration it does not submit.
  await expect.element(button).toHaveAttribute('type', 'submit')
  await button.click()
}

function getTextField(label: string) {
  return page.getByRole('textbox', { name: new RegExp(`^${label}`) })
}

/** Types into the form during hydration, before React renders again. */
function TypesAtOnce({ name, text }: { name: string; text: string }) {
  useEffect(() => {
    const field = getFieldIn(document.body, name)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, [name, text])
  return null
}

function getFieldIn(container: HTMLElement, name: string): HTMLInputElement {
  const field = container.querySelector(`input[name=${name}]`)
  if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${name}`)
  return field
}
