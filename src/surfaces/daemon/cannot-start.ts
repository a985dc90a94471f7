/** Why the daemon does not start. The message is a sentence for a person and says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Another daemon serves this state directory: there is nothing to start. */
export class AlreadyRunning extends CannotStart {}
