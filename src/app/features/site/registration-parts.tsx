import { Part, RegisterEntries } from './page-parts.tsx'
import { registrationKinds, registrationSteps } from './real-estate-texts.ts'

/** Which registrations the office takes on and how they go: on the home page and on the service page. */
export function RegistrationParts() {
  return (
    <>
      <Part id="kinds" title="맡는 등기">
        <RegisterEntries entries={registrationKinds} />
      </Part>
      <Part id="steps" title="진행 순서">
        <RegisterEntries entries={registrationSteps} />
      </Part>
    </>
  )
}
