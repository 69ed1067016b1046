export function Banner({ image, onClose }: { image: string; onClose: () => void }) {
  return (
    <section>
      <img src={image} />
      <div onClick={onClose}>Close</div>
    </section>
  );
}
