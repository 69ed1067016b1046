import { concatMap, switchMap } from "rxjs";

export class Editor {
  saved = this.clicks.pipe(concatMap(() => this.api.save(this.form.value)));

  found = this.query.valueChanges.pipe(switchMap((text) => this.api.find(text)));
}
