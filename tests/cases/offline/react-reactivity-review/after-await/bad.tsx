import { useState } from "react";
import { upload } from "./api";

export function Photos() {
  const [photos, setPhotos] = useState<string[]>([]);
  const add = async (file: File) => {
    const photo = await upload(file);
    // Two uploads at once: the one that ends last forgets the other.
    setPhotos([...photos, photo]); // expect: react-state-spread-after-await
  };
  return <Picker photos={photos} onPick={add} />;
}
