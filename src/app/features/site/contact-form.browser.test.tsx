import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { keepInquiry } from '#mirror/visitor-queue/waiting-inquiries.ts'
import { ime, press } from '../../../../tests/component/table/table-steps.ts'
import { ContactForm } from './contact-form.tsx'
import { takeBack, visitorQueue } from './visitor-queue.ts'

test('the Enter that ends a Hangul syllable does not send the form, the next one does', async () => {
  await render(<ContactForm />)
  // Until the form is hydrated Enter sends nothing either way.
  await expect.element(page.getByRole('button', { name: '보내기' })).toHaveAttribute('type', 'submit')
  const subject = page.getByRole('textbox', { name: /^제목/ })
  const fault = page.getByText('이름을 입력해 주세요.')
  await subject.click()
  await ime.compose('ㅎ', '하', '한')
  // Unlike the key 229 of most input methods, this Enter submits the form by itself.
  await press('Enter')
  expect(fault.elements()).toEqual([])
  await ime.accept('한')
  await expect.element(subject).toHaveValue('한')
  expect(fault.elements()).toEqual([])
  await press('Enter')
  await expect.element(fault).toBeVisible()
  await expect.element(subject).toHaveValue('한')
})

test('an inquiry that waits on this device, found before the page is hydrated, is no fault of the page', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(<ContactForm />)
  const key = '01890000-0000-7000-8000-00000000000a'
  const inquiry = { key, subject: '기다리는 문의', body: '{}', writtenAt: 0, tries: 0, refusal: null }
  await keepInquiry(browserRuntime(), inquiry)
  visitorQueue.waiting = [inquiry]
  const faults: unknown[] = []
  const root = hydrateRoot(place, <ContactForm />, { onRecoverableError: (error) => faults.push(error) })
  await expect.element(page.getByRole('region', { name: '보낼 문의' })).toBeVisible()
  expect(faults).toEqual([])
  root.unmount()
  place.remove()
  await takeBack(key)
})

test('what was typed before the page is hydrated stays when the next letter comes in the same moment', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const form = (
    <>
      <ContactForm />
      <TypesAtOnce name="subject" text="먼저 적은 문의" />
    </>
  )
  place.innerHTML = renderToString(form)
  fieldIn(place, 'name').value = '윤새봄'
  const root = await new Promise<ReturnType<typeof hydrateRoot>>((resolve) => {
    startTransition(() => resolve(hydrateRoot(place, form)))
  })
  await expect.poll(() => fieldIn(place, 'subject').value).toBe('먼저 적은 문의')
  await expect.element(page.getByRole('button', { name: '보내기' })).toHaveAttribute('type', 'submit')
  expect(fieldIn(place, 'name').value).toBe('윤새봄')
  root.unmount()
  place.remove()
  localStorage.clear()
})

/** Types into the form before React has drawn anything again. */
function TypesAtOnce({ name, text }: { name: string; text: string }) {
  useEffect(() => {
    const field = fieldIn(document.body, name)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, [name, text])
  return null
}

function fieldIn(place: HTMLElement, name: string): HTMLInputElement {
  const field = place.querySelector(`input[name=${name}]`)
  if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${name}`)
  return field
}
