import { kQueueOptions, type Task, type TaskQueue } from 'tinypool'

/** Pictures that a person waits for are drawn before all others, each kind in the order of asking. */
export class PeopleFirst implements TaskQueue {
  #people: Task[] = []
  #others: Task[] = []

  get size(): number {
    return this.#people.length + this.#others.length
  }

  push(task: Task): void {
    const options: { asker?: unknown } | null = task[kQueueOptions]
    ;(options?.asker === 'person' ? this.#people : this.#others).push(task)
  }

  shift(): Task | null {
    return this.#people.shift() ?? this.#others.shift() ?? null
  }

  remove(task: Task): void {
    this.#people = this.#people.filter((other) => other !== task)
    this.#others = this.#others.filter((other) => other !== task)
  }

  cancel(): void {
    for (let task = this.shift(); task; task = this.shift()) task.cancel()
  }
}
