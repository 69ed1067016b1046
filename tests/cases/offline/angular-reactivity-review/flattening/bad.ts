import { mergeMap, switchMap } from "rxjs";

export class Editor {
  saved = this.clicks.pipe(switchMap(() => this.api.save(this.form.value))); // expect: angular-switch-map-cancels-write

  found = this.query.valueChanges.pipe(mergeMap((text) => this.api.find(text))); // expect: angular-late-search-answer
}
