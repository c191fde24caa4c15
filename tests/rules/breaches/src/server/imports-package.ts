import { useState } from 'react'

export const hook = useState
