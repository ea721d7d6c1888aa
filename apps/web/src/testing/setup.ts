/**
 * Set up for every screen test. What a test waits for comes when the machine gets to it; the limits are there for what
 * never comes, so that a slow machine fails nothing.
 */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 30_000 })
