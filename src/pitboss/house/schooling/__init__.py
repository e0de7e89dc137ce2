"""What the house keeps of the school: everybody's answers, what follows from them, and the tasks themselves."""
