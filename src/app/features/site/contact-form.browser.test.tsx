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
